-- matmul.py for LuaJIT.
local function matrix(n, seed)
  local m = {}
  for i = 0, n - 1 do
    local row = {}
    for j = 0, n - 1 do
      seed = (seed * 3877 + 29573) % 139968
      row[j] = seed / 139968.0 - 0.5
    end
    m[i] = row
  end
  return m
end

local function matmul(a, b, n)
  local c = {}
  for i = 0, n - 1 do
    local ai, ci = a[i], {}
    for j = 0, n - 1 do
      local s = 0.0
      for k = 0, n - 1 do s = s + ai[k] * b[k][j] end
      ci[j] = s
    end
    c[i] = ci
  end
  return c
end

local function trace(m, n)
  local t = 0.0
  for i = 0, n - 1 do t = t + m[i][i] end
  return t
end

local A, B = matrix(120, 42), matrix(120, 4242)

local function bench()
  return string.format("%.17g", trace(matmul(A, B, 120), 120))
end

local function main()
  for _, n in ipairs({3, 20, 80}) do
    local c = matmul(matrix(n, n), matrix(n, n + 1), n)
    print(string.format("%d %.17g %.17g %.17g", n, trace(c, n), c[0][n - 1], c[n - 1][0]))
  end
end

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
