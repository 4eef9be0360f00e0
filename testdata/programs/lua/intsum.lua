-- intsum.py for LuaJIT. No intermediate result is above 2^31.
local bit = require("bit")

local function intsum(n)
  local s = 0
  for i = 0, n - 1 do
    s = bit.band(s + bit.bxor(i, 0x55) * 3, 0x3FFFFFFF)
  end
  return s
end

local function bench()
  return tostring(intsum(2000000))
end

local function main()
  for _, n in ipairs({0, 1, 10, 1000, 100000, 1500000}) do print(n .. " " .. intsum(n)) end
end

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
