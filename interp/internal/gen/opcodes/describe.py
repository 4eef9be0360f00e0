"""Describe the bytecode of the CPython that runs this, as JSON on stdout.

    tier2 python interp/internal/gen/opcodes/describe.py > pycode/testdata/opcodes.json

The generator beside this file makes pycode's tables of that description; a
test of package pycode compares it with what the front end's CPython says.
"""
import _imp
import json
import marshal
import sys

import _opcode
import _opcode_metadata as metadata
import opcode

# The classes of opcodes whose operand indexes something.
CLASSES = {
    "arg": _opcode.has_arg,
    "const": _opcode.has_const,
    "name": _opcode.has_name,
    "jump": _opcode.has_jump,
    "local": _opcode.has_local,
    "free": _opcode.has_free,
}


def ops(numbers, classes):
    """Rows of the opcodes that fit a code unit, in the order of their numbers."""
    for name, op in sorted(numbers.items(), key=lambda item: item[1]):
        if op > 255:  # pseudo instructions exist inside the compiler only
            continue
        row = {"name": name, "op": op}
        member_of = [c for c, has in classes.items() if has(op)]
        if member_of:
            row["classes"] = member_of
        yield row


def main():
    out = {
        "source": "CPython %d.%d.%d" % sys.version_info[:3],
        "magic": _imp.pyc_magic_number_token & 0xFFFF,
        "marshal": marshal.version,
        "ops": list(ops(metadata.opmap, CLASSES)),
        # A specialized member's operand means what its base's means.
        "specialized": list(ops(metadata._specialized_opmap, {})),
        "families": [
            {"base": base, "members": list(members)}
            for base, members in metadata._specializations.items()
        ],
        "caches": [
            {"op": name, "fields": [[field, units] for field, units in fields.items()]}
            for name, fields in opcode._cache_format.items()
        ],
        "binary": [list(row) for row in _opcode.get_nb_ops()],
        "compare": list(opcode.cmp_op),
        "intrinsic1": list(_opcode.get_intrinsic1_descs()),
        "intrinsic2": list(_opcode.get_intrinsic2_descs()),
        "special": list(_opcode.get_special_method_names()),
        "common": [value.__name__ for value in opcode._common_constants],
    }
    # One row a line: small, and a change shows in a diff.
    print("{")
    for i, (key, value) in enumerate(out.items()):
        end = "" if i == len(out) - 1 else ","
        if isinstance(value, list):
            rows = ",\n".join("  " + json.dumps(row) for row in value)
            print(f" {json.dumps(key)}: [\n{rows}\n ]{end}")
        else:
            print(f" {json.dumps(key)}: {json.dumps(value)}{end}")
    print("}")


main()
