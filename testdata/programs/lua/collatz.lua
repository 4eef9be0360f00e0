-- collatz.py for LuaJIT. Below 20000 no number of a sequence reaches 2^31.
local bit = require("bit")

local function collatz(bound)
  local best, at = 0, 0
  for start = 1, bound - 1 do
    local n, steps = start, 0
    while n ~= 1 do
      if bit.band(n, 1) ~= 0 then
        n = 3 * n + 1
      else
        n = bit.rshift(n, 1)
      end
      steps = steps + 1
    end
    if steps > best then
      best, at = steps, start
    end
  end
  return at, best
end

local function show(at, best)
  return "(" .. at .. ", " .. best .. ")"
end

local function bench()
  return show(collatz(20000))
end

local function main()
  for _, bound in ipairs({2, 10, 1000, 20000}) do print(bound .. " " .. show(collatz(bound))) end
end

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
