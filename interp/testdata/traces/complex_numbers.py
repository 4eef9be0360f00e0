# loop: complex numbers are two floats: nothing is made in the loop
z, c, n = 0j, -0.1 + 0.2j, 0
for k in range(3000):
    if z.real * z.real + z.imag * z.imag > 4.0:
        n += 1
    z = z * z + c
