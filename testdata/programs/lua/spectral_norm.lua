-- spectral_norm.py for LuaJIT.
local function a(i, j)
  return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1)
end

local function mul_av(v, out, n)
  for i = 0, n - 1 do
    local s = 0.0
    for j = 0, n - 1 do s = s + a(i, j) * v[j] end
    out[i] = s
  end
end

local function mul_atv(v, out, n)
  for i = 0, n - 1 do
    local s = 0.0
    for j = 0, n - 1 do s = s + a(j, i) * v[j] end
    out[i] = s
  end
end

local function spectral_norm(n, rounds)
  local u, v, w = {}, {}, {}
  for i = 0, n - 1 do u[i], v[i], w[i] = 1.0, 0.0, 0.0 end
  for _ = 1, rounds do
    mul_av(u, w, n)
    mul_atv(w, v, n)
    mul_av(v, w, n)
    mul_atv(w, u, n)
  end
  local vbv, vv = 0.0, 0.0
  for i = 0, n - 1 do
    vbv = vbv + u[i] * v[i]
    vv = vv + v[i] * v[i]
  end
  return (vbv / vv) ^ 0.5
end

local function bench()
  return string.format("%.17g", spectral_norm(100, 10))
end

local function main()
  for _, n in ipairs({10, 30, 80}) do
    print(string.format("%d %.9f %.17g", n, spectral_norm(n, 10), spectral_norm(n, 3)))
  end
end

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
