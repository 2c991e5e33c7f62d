import os
from .a import (b

class Tidy:
    def works(self):
        return 1

def unfinished(a, b
    return a

def after():
    return call(1

class Last:
    value = 1

    def method(self) -> int:
        return self.value
