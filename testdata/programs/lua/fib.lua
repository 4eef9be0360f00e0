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

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
