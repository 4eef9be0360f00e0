"""argparse: positionals, options, types, choices, groups, subcommands, help and errors."""
import argparse
import sys

parser = argparse.ArgumentParser(prog="tool", description="Does this and that.", epilog="The end.")
parser.add_argument("files", nargs="+", help="what to read")
parser.add_argument("-n", "--number", type=int, default=3, metavar="N", help="how many (default: %(default)s)")
parser.add_argument("-v", "--verbose", action="count", default=0)
parser.add_argument("--mode", choices=["fast", "slow"], default="fast")
parser.add_argument("--define", action="append", default=[])
parser.add_argument("--scale", type=float)
group = parser.add_mutually_exclusive_group()
group.add_argument("--yes", action="store_true")
group.add_argument("--no", dest="yes", action="store_false")
parser.add_argument("--color", action=argparse.BooleanOptionalAction, default=True)
parser.add_argument("--pair", nargs=2, type=int)
parser.add_argument("--version", action="version", version="%(prog)s 1.0")
for line in ("a b", "-n 5 a", "--number=7 a -vvv", "a --mode slow --define x=1 --define y=2", "a --scale 2.5 --yes", "--no a", "a --no-color", "a --pair 1 2",
             "-v -n9 a b c", "a -- -n", "--num 4 a"):
    print(parser.parse_args(line.split()))
sys.stderr = sys.stdout
for line in ("", "a -n x", "a --mode other", "a --yes --no", "a --pair 1", "a --unknown", "--help", "--version"):
    try:
        parser.parse_args(line.split())
    except SystemExit as e:
        print("exit", e.code)
print(parser.parse_known_args(["a", "--else", "1"]))
print(parser.format_usage())

main = argparse.ArgumentParser(prog="vcs", formatter_class=argparse.RawDescriptionHelpFormatter)
sub = main.add_subparsers(dest="command", required=True)
add = sub.add_parser("add", help="adds")
add.add_argument("path")
add.set_defaults(run=lambda args: "adding " + args.path)
log = sub.add_parser("log", aliases=["l"])
log.add_argument("--limit", type=lambda s: int(s, 0), default=10)
log.set_defaults(run=lambda args: "log %d" % args.limit)
for line in ("add file", "log --limit 0x10", "l"):
    args = main.parse_args(line.split())
    print(args.command, args.run(args))
for line in ("", "what", "add"):
    try:
        main.parse_args(line.split())
    except SystemExit as e:
        print("exit", e.code)
try:
    argparse.ArgumentParser(exit_on_error=False, prog="p").parse_args(["x"])
except (argparse.ArgumentError, SystemExit) as e:
    print(type(e).__name__, e)


class Upper(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values.upper())


p = argparse.ArgumentParser(prog="p", fromfile_prefix_chars="@", argument_default=argparse.SUPPRESS)
p.add_argument("--name", action=Upper)
p.add_argument("--rest", nargs=argparse.REMAINDER)
print(p.parse_args(["--name", "abc"]), vars(p.parse_args(["--rest", "-x", "y"])), p.parse_args([]) == argparse.Namespace())
p.print_help()
