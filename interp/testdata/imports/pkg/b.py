print('b', __name__)
y=2
