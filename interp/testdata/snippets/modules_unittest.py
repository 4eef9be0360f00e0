# unittest, unmodified: what passes, fails, is skipped and is expected.
import unittest
class T(unittest.TestCase):
    def setUp(self): self.x = 1
    def test_a(self): self.assertEqual(1, self.x)
    def test_b(self):
        with self.assertRaises(ValueError): int('x')
        with self.assertRaisesRegex(ValueError, 'invalid'): int('x')
        self.assertRaises(TypeError, len, 5)
    def test_c(self): self.assertIn(1, [2])
    @unittest.skip('why')
    def test_d(self): pass
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i): self.assertEqual(i % 2, 0)
    @unittest.expectedFailure
    def test_e(self): self.fail()
    def test_err(self): 1 / 0
    def test_dict(self): self.assertEqual({'a': 1}, {'a': 2})
    def test_text(self): self.assertMultiLineEqual('a\nb\n', 'a\nc\n')
    def test_warn(self):
        import warnings
        with self.assertWarns(DeprecationWarning): warnings.warn('x', DeprecationWarning)
    def test_logs(self):
        import logging
        with self.assertLogs('foo', level='INFO') as cm: logging.getLogger('foo').info('first')
        self.assertEqual(cm.output, ['INFO:foo:first'])
    def test_almost(self): self.assertAlmostEqual(1.0, 1.00000001)
    def test_seq(self): self.assertListEqual([1, 2], [1, 3])
import sys, io
out = io.StringIO()
r = unittest.TextTestRunner(stream=out, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
import re
text = re.sub(r'in \d\.\d+s', 'in T', out.getvalue())
text = re.sub(r'(?m)^ +[~^]+\n', '', text)
text = re.sub(r'File ".*?([^/"]*)"', r'File "\1"', text)
print(text)
print(r)
