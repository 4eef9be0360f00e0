-- The lines that tier2 bench reads: a program of this folder ends with
--   dofile((arg[0]:match("^.*/") or "") .. "protocol.lua")(bench, main)
-- and runs bench with --bench WARM TIMES, otherwise main.
return function(bench, main)
  if arg[1] ~= "--bench" then return main() end
  local value
  for i, kind in ipairs({"warm", "bench"}) do
    for _ = 1, tonumber(arg[i + 1]) do
      local start = os.clock()
      value = bench()
      print(string.format("%s %.6f", kind, os.clock() - start))
    end
  end
  print("value " .. value)
end
