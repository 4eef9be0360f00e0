# loop: builtin methods with arguments by keyword and class methods of builtin classes are called at once
def run(n):
    l = [2, 1, 3]
    for i in range(n):
        l.sort(reverse=True)
        int.from_bytes(b"ab", byteorder="big")
        i.to_bytes(length=4, byteorder="little")
run(3000)
