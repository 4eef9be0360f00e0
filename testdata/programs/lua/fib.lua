-- fib.py for LuaJIT.
local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

local function bench()
  return tostring(fib(29))
end

local function main()
  for _, n in ipairs({0, 1, 2, 10, 20, 25}) do print(n .. " " .. fib(n)) end
end

if arg[1] == "--bench" then
  for i = 1, tonumber(arg[2]) do
    local start = os.clock()
    bench()
    print(string.format("warm %.6f", os.clock() - start))
  end
  local value
  for i = 1, tonumber(arg[3]) do
    local start = os.clock()
    value = bench()
    print(string.format("bench %.6f", os.clock() - start))
  end
  print("value " .. value)
else
  main()
end
