# What exceptions of each type know.
def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)
for mk in (lambda: ImportError('a'), lambda: ImportError('a','b'), lambda: ImportError(), lambda: ImportError('a',name='n',path='p'), lambda: ImportError('a',name_from='x'),
   lambda: ImportError('a',foo=1), lambda: ModuleNotFoundError('a',name='q')):
    try: e=mk()
    except TypeError as x: print(x); continue
    t(lambda: (e,str(e),e.msg,e.name,e.path,e.name_from,e.args)) 
t(lambda: NameError('a',name='b').name)
t(lambda: NameError('a',nam='b').name)
t(lambda: NameError('a').name)
t(lambda: AttributeError('a',name='b',obj=3).obj)
t(lambda: AttributeError('a',namex='b',obj=3).obj)
t(lambda: ValueError('a',namex='b'))
t(lambda: BaseException(namex='b'))
t(lambda: SystemExit(namex='b'))
t(lambda: SystemExit(1,2).code)
t(lambda: SystemExit().code)
t(lambda: SystemExit(3).code)
t(lambda: StopIteration(3,4).value)
t(lambda: StopIteration().value)
t(lambda: StopAsyncIteration(3).args)
for a in ((),('m',),('m',('f',1,2,'t')),('m',('f',1,2,'t',3,4)),('m',('f',1,2)),('m',5),('m',('f',1,2,'t',3,4),6)):
    t(lambda: (lambda e:(e.args,e.msg,e.filename,e.lineno,e.offset,e.text,e.end_lineno,e.end_offset,e.print_file_and_line,str(e),repr(e)))(SyntaxError(*a)))
for a in ((),(1,),(2,'x'),(2,'x','f'),(2,'x','f',None,'g'),(2,'x','f',7),(9999,'x','f',None,'g',1),(2,'x',None,None,'g'),('a','b','c')):
    t(lambda: (lambda e:(type(e),e.args,e.errno,e.strerror,e.filename,e.filename2,str(e),repr(e)))(OSError(*a)))
t(lambda: FileNotFoundError(1,'x','f').errno)
e=OSError(2,'x'); e.filename='q'; print(e, e.args); e.errno=5; print(e); e.strerror='ss'; print(e, e.args)
e=StopIteration(3); e.args=(4,); print(e.value); e.value=9; print(e.value,e.args); del e.value; print(e.value)
e=SystemExit(3); e.code=4; print(e,e.code)
e=KeyError('a'); e.args=('b',); print(e); e.args=[1,2]; print(e, e.args); e.args='xy'; print(e.args)
e=ImportError('a'); e.msg='b'; print(e, repr(e)); e.msg=None; print(e); e.msg=5; t(lambda: str(e))
e=NameError('x'); e.name=4; print(e.name); del e.name; print(e.name)
e=AttributeError('x'); e.obj=4; print(e.obj); del e.obj; print(e.obj)
e=SyntaxError('x'); e.msg='y'; print(e); e.lineno=4; print(e); e.filename='/a/b.py'; print(e); e.msg=None;print(e)
e=ValueError(1,2); e.add_note('n1'); e.add_note('n2'); print(e.__notes__, e.__dict__)
t(lambda: UnicodeDecodeError('utf8',b'abc',0,1,'r').start)
t(lambda: hash(ValueError(1))!=0)
t(lambda: ValueError(1)==ValueError(1))
t(lambda: StopIteration(value=3))
t(lambda: OSError(2,'x',filename='d'))
t(lambda: e.__traceback__)
try: 1/0
except Exception as x: y=x
t(lambda: (y.__traceback__.tb_next, y.__traceback__.tb_lasti // y.__traceback__.tb_lasti, type(y.__traceback__)))
tb=y.__traceback__
#---
# Attributes are checked when they are assigned.
def t(f, *args):
    try:
        f(*args)
    except BaseException as e:
        print(type(e), e)
e = ValueError(1)
for n in ('args', '__cause__', '__context__', '__traceback__', '__suppress_context__', '__notes__'):
    t(setattr, e, n, 5)
    t(delattr, e, n)
    print(n, repr(getattr(e, n, 'none')))
t(lambda: e.with_traceback(5))
t(lambda: e.add_note(5))
t(lambda: e.with_traceback())
t(lambda: e.add_note())
e.foo = 1
print(e.__dict__)
t(lambda: e.bar)
t(delattr, e, 'bar')
e.__dict__ = {'a': 1}
print(e.a)
t(setattr, e, '__dict__', 5)
#---
# Notes are printed behind the exception.
e = KeyError("k")
e.add_note("first")
e.add_note("second\nline")
try:
    raise e
finally:
    e.__notes__.append(7)
