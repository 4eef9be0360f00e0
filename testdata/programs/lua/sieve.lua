-- sieve.py for LuaJIT.
local function sieve(n)
  local prime = {}
  for i = 0, n do prime[i] = true end
  prime[0], prime[1] = false, false
  local i = 2
  while i * i <= n do
    if prime[i] then
      for j = i * i, n, i do prime[j] = false end
    end
    i = i + 1
  end
  local count, last = 0, 0
  for k = 0, n do
    if prime[k] then
      count = count + 1
      last = k
    end
  end
  return "(" .. count .. ", " .. last .. ")"
end

local function bench()
  return sieve(1000000)
end

local function main()
  for _, n in ipairs({10, 1000, 100000, 300000}) do print(n .. " " .. sieve(n)) end
end

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
