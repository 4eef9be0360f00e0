-- nbody.py for LuaJIT.
local SOLAR_MASS, DAYS = 39.47841760435743, 365.24

local function planets()
  local bodies = {
    {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, SOLAR_MASS},
    {{4.84143144246472090, -1.16032004402742839, -0.103622044471123109},
     {0.00166007664274403694 * DAYS, 0.00769901118419740425 * DAYS, -0.0000690460016972063023 * DAYS},
     0.000954791938424326609 * SOLAR_MASS},
    {{8.34336671824457987, 4.12479856412430479, -0.403523417114321381},
     {-0.00276742510726411149 * DAYS, 0.00499852801234917238 * DAYS, 0.0000230417297573763929 * DAYS},
     0.000285885980666130812 * SOLAR_MASS},
    {{12.8943695621391310, -15.1111514016986312, -0.223307578892655734},
     {0.00296460137564761618 * DAYS, 0.00237847173959480950 * DAYS, -0.0000296589568540237556 * DAYS},
     0.0000436624404335156298 * SOLAR_MASS},
    {{15.3796971148509165, -25.9193146099879641, 0.179258772950371181},
     {0.00268067772490389322 * DAYS, 0.00162824170038242295 * DAYS, -0.0000951592254519715870 * DAYS},
     0.0000515138902046611451 * SOLAR_MASS},
  }
  for axis = 1, 3 do
    local p = 0.0
    for _, b in ipairs(bodies) do p = p + b[2][axis] * b[3] end
    bodies[1][2][axis] = -p / SOLAR_MASS
  end
  return bodies
end

local function pairs_of(bodies)
  local out = {}
  for i = 1, #bodies do
    for j = i + 1, #bodies do out[#out + 1] = {bodies[i], bodies[j]} end
  end
  return out
end

local function advance(bodies, pairs, dt, steps)
  for _ = 1, steps do
    for k = 1, #pairs do
      local p = pairs[k]
      local b1, b2 = p[1], p[2]
      local r1, v1, m1 = b1[1], b1[2], b1[3]
      local r2, v2, m2 = b2[1], b2[2], b2[3]
      local dx, dy, dz = r1[1] - r2[1], r1[2] - r2[2], r1[3] - r2[3]
      local mag = dt * (dx * dx + dy * dy + dz * dz) ^ -1.5
      local f1, f2 = m1 * mag, m2 * mag
      v1[1] = v1[1] - dx * f2
      v1[2] = v1[2] - dy * f2
      v1[3] = v1[3] - dz * f2
      v2[1] = v2[1] + dx * f1
      v2[2] = v2[2] + dy * f1
      v2[3] = v2[3] + dz * f1
    end
    for k = 1, #bodies do
      local r, v = bodies[k][1], bodies[k][2]
      r[1] = r[1] + dt * v[1]
      r[2] = r[2] + dt * v[2]
      r[3] = r[3] + dt * v[3]
    end
  end
end

local function energy(bodies, pairs)
  local e = 0.0
  for _, p in ipairs(pairs) do
    local r1, r2 = p[1][1], p[2][1]
    local dx, dy, dz = r1[1] - r2[1], r1[2] - r2[2], r1[3] - r2[3]
    e = e - p[1][3] * p[2][3] / (dx * dx + dy * dy + dz * dz) ^ 0.5
  end
  for _, b in ipairs(bodies) do
    local v = b[2]
    e = e + 0.5 * b[3] * (v[1] * v[1] + v[2] * v[2] + v[3] * v[3])
  end
  return e
end

local function run(steps)
  local bodies = planets()
  local pairs = pairs_of(bodies)
  advance(bodies, pairs, 0.01, steps)
  return energy(bodies, pairs)
end

local function bench()
  return string.format("%.17g", run(12000))
end

local function main()
  for _, steps in ipairs({0, 1000, 4000}) do
    print(string.format("%.9f %.17g", run(steps), run(steps)))
  end
end

dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
