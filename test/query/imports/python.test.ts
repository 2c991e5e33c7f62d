/** Imports of Python. */
import { check } from './check-imports.ts';

check(
  'absolute and relative imports find modules, packages and their symbols',
  {
    'shop/__init__.py': '',
    'shop/cart.py': `import shop.models
from shop.models import Item, Missing
from .models import Item as Thing
from . import models
from .. import nowhere
from .sub import deep
from .sub.deep import depth
import os, shop.sub.deep as d
from shop import sub
from shop.Models import Item
import models
`,
    'shop/models.py': 'class Item:\n    pass\n',
    'shop/sub/__init__.py': '',
    'shop/sub/deep.py': `from ..models import Item
from ... import shop
from .. import cart
depth = 1
`,
    'main.py': 'from shop.cart import d\nimport shop\nfrom .shop import models\n',
  },
  {
    'shop/cart.py': [
      'shop/models.py',
      'shop/models.py > shop/models.py#Item',
      'shop/models.py',
      'shop/models.py > shop/models.py#Item',
      'shop/models.py',
      '',
      'shop/sub/deep.py',
      'shop/sub/deep.py > shop/sub/deep.py#depth',
      '',
      'shop/sub/deep.py',
      'shop/sub/__init__.py',
      '',
      '',
    ],
    'shop/sub/deep.py': ['shop/models.py > shop/models.py#Item', 'shop/__init__.py', 'shop/cart.py'],
    'main.py': ['shop/sub/deep.py', 'shop/__init__.py', 'shop/models.py'],
  },
);

check(
  'a package re-exports its imports: by name, by star, and through cycles',
  {
    'app.py': `from lib import public, renamed, starred, _private, listed, unlisted, sub, circle
from lib.star import _hidden, shown
from lib import *
from lib.computed import exposed
`,
    'lib/__init__.py': `from .impl import public, original as renamed
from .star import *
from .all import *
from . import sub
from .round import circle
`,
    'lib/impl.py': 'def public(): pass\ndef original(): pass\n',
    'lib/star.py': 'def starred(): pass\ndef _private(): pass\nfrom .hidden import _hidden, shown\n',
    'lib/hidden.py': '_hidden = 1\nshown = 2\n',
    'lib/all.py': '__all__ = [\n    "listed",  # so\n]\ndef listed(): pass\ndef unlisted(): pass\n',
    'lib/sub.py': '',
    'lib/round.py': 'from . import circle\nfrom .round import circle\nfrom lib import circle\n',
    'lib/computed.py': 'from .all import *\nfrom .names import *\n',
    'lib/names.py': 'import lib.all\n__all__ = lib.all.__all__ + ["exposed"]\nexposed = 1\n',
  },
  {
    'app.py': [
      'lib/__init__.py > lib/impl.py#public',
      'lib/__init__.py > lib/impl.py#original',
      'lib/__init__.py > lib/star.py#starred',
      'lib/__init__.py',
      'lib/__init__.py > lib/all.py#listed',
      'lib/__init__.py',
      'lib/sub.py',
      'lib/__init__.py',
      'lib/star.py > lib/hidden.py#_hidden',
      'lib/star.py > lib/hidden.py#shown',
      'lib/__init__.py',
      'lib/computed.py > lib/names.py#exposed',
    ],
  },
);

check(
  'sources may be under src, in a subproject, or next to the tests',
  {
    'src/pkg/__init__.py': 'from pkg.core import run\n',
    'src/pkg/core.py': 'def run(): pass\n',
    'tests/test_core.py': `from pkg.core import run
from pkg import run as again
import helpers
from tests.helpers import help_me
import conftest
`,
    'tests/helpers.py': 'def help_me(): pass\n',
    'services/api/app/__init__.py': '',
    'services/api/app/views.py': 'from app.models import Api\nimport app.models\n',
    'services/api/app/models.py': 'class Api: pass\n',
    'services/web/app/__init__.py': '',
    'services/web/app/views.py': 'from app.models import Web\nfrom unknown_outside import x\n',
    'services/web/app/models.py': 'class Web: pass\n',
    'services/web/scripts/run.py': 'from app.models import Web\nimport pkg\nimport json\n',
    'services/web/scripts/json.py': '',
  },
  {
    'src/pkg/__init__.py': ['src/pkg/core.py > src/pkg/core.py#run'],
    'tests/test_core.py': [
      'src/pkg/core.py > src/pkg/core.py#run',
      'src/pkg/__init__.py > src/pkg/core.py#run',
      'tests/helpers.py',
      'tests/helpers.py > tests/helpers.py#help_me',
      '',
    ],
    'services/api/app/views.py': [
      'services/api/app/models.py > services/api/app/models.py#Api',
      'services/api/app/models.py',
    ],
    'services/web/app/views.py': ['services/web/app/models.py > services/web/app/models.py#Web', ''],
    'services/web/scripts/run.py': [
      'services/web/app/models.py > services/web/app/models.py#Web',
      'src/pkg/__init__.py',
      'services/web/scripts/json.py',
    ],
  },
);

check(
  'namespace packages are folders, and a package shadows a namespace of the same name',
  {
    'space/one/mod.py': 'from space.two.other import Other\nfrom space.two import other\nimport space.two\n',
    'space/two/other.py': 'class Other: pass\n',
    'first/dup/__init__.py': '',
    'first/dup/here.py': 'x = 1\n',
    'dup/only_namespace.py': 'y = 1\n',
    'first/user.py': 'from dup.here import x\nfrom dup import only_namespace\n',
    'stubs/native.pyi': 'def fast() -> int: ...\n',
    'stubs/both.pyi': '',
    'stubs/both.py': 'def slow(): pass\n',
    'stubs/use.py': 'from .native import fast\nfrom .both import slow\n',
  },
  {
    'space/one/mod.py': ['space/two/other.py > space/two/other.py#Other', 'space/two/other.py', ''],
    'first/user.py': ['first/dup/here.py > first/dup/here.py#x', 'first/dup/__init__.py'],
    'stubs/use.py': ['stubs/native.pyi > stubs/native.pyi#fast', 'stubs/both.py > stubs/both.py#slow'],
  },
);
