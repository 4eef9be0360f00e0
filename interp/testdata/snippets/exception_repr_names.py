# The repr of an exception names its type without the module, whoever made the type; a name that has a dot is what is after it.
import binascii, csv, pickle, xml.parsers.expat, zlib


class Own(Exception):
    pass


for e in csv.Error, zlib.error, binascii.Error, pickle.PicklingError, xml.parsers.expat.ExpatError, Own, type("a.b", (ValueError,), {}):
    print(repr(e("x")), repr(e()), repr(e(1, 2)))
