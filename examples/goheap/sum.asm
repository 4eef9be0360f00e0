fun main 0 3
  const 0
  store 0
  const 0
  store 1
top:
  load 0
  const 30000000
  less
  jumpifnot done
  load 1
  load 0
  load 0
  mul
  add
  store 1
  load 0
  const 1
  add
  store 0
  loop top
done:
  load 1
  return
