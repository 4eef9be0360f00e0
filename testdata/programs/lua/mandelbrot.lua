-- mandelbrot.py for LuaJIT.
local function mandelbrot(width, height, limit)
  local inside, steps = 0, 0
  for py = 0, height - 1 do
    local ci = 2.0 * py / height - 1.0
    for px = 0, width - 1 do
      local cr = 3.0 * px / width - 2.0
      local zr, zi, n = 0.0, 0.0, 0
      while n < limit do
        local zr2, zi2 = zr * zr, zi * zi
        if zr2 + zi2 > 4.0 then break end
        zi = 2.0 * zr * zi + ci
        zr = zr2 - zi2 + cr
        n = n + 1
      end
      if n == limit then inside = inside + 1 end
      steps = steps + n
    end
  end
  return "(" .. inside .. ", " .. steps .. ")"
end

local function row(width, height, limit, py)
  local shades = " .:-=+*#%@"
  local ci = 2.2 * py / height - 1.1
  local out = {}
  for px = 0, width - 1 do
    local cr = 3.0 * px / width - 2.1
    local zr, zi, n = 0.0, 0.0, 0
    while n < limit and zr * zr + zi * zi <= 4.0 do
      zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
      n = n + 1
    end
    local k = math.floor(n * 9 / limit) + 1
    out[#out + 1] = shades:sub(k, k)
  end
  return (table.concat(out):gsub("%s+$", ""))
end

local function bench()
  return mandelbrot(240, 160, 50)
end

local function main()
  for py = 0, 27 do print(row(72, 28, 45, py)) end
  print(mandelbrot(120, 80, 100))
end

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
