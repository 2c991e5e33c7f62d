/** Code of which a condition chooses one alternative: each may be called, so none has all its callers listed as none. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { askAbout } from '../../support/query-view.ts';
import type { TestFiles } from '../../support/test-repository.ts';

const open = 'def open_file():\n    pass\n';
const crate = '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n';
const rust = 'pub fn open() {}\n';

test.each<[string, string, readonly [string, string], TestFiles]>([
  [
    'two imports of Python',
    'open_file',
    ['win.py', 'unix.py'],
    {
      'win.py': open,
      'unix.py': open,
      'app.py':
        'import sys\n\nif sys.platform == "win32":\n    import win as impl\nelse:\n    import unix as impl\n\n\ndef run():\n    impl.open_file()\n',
    },
  ],
  [
    'two imports of a function',
    'open_file',
    ['fast.py', 'slow.py'],
    {
      'fast.py': open,
      'slow.py': open,
      'app.py':
        'try:\n    from fast import open_file\nexcept ImportError:\n    from slow import open_file\n\n\ndef run():\n    open_file()\n',
    },
  ],
  [
    'an import and a declaration in its place',
    'open_file',
    ['fast.py', 'app.py'],
    {
      'fast.py': open,
      'app.py':
        'try:\n    from fast import open_file\nexcept ImportError:\n    def open_file():\n        pass\n\n\ndef run():\n    open_file()\n',
    },
  ],
  [
    'two files of a module of Rust',
    'open',
    ['src/unix.rs', 'src/windows.rs'],
    {
      'Cargo.toml': crate,
      'src/lib.rs':
        '#[cfg(unix)]\n#[path = "unix.rs"]\nmod imp;\n#[cfg(windows)]\n#[path = "windows.rs"]\nmod imp;\n\npub fn run() {\n    imp::open();\n}\n',
      'src/unix.rs': rust,
      'src/windows.rs': rust,
    },
  ],
  [
    'two imports of Rust',
    'open',
    ['src/unix.rs', 'src/windows.rs'],
    {
      'Cargo.toml': crate,
      'src/lib.rs':
        'mod unix;\nmod windows;\n#[cfg(unix)]\nuse unix as imp;\n#[cfg(windows)]\nuse windows as imp;\n\npub fn run() {\n    imp::open();\n}\n',
      'src/unix.rs': rust,
      'src/windows.rs': rust,
    },
  ],
])('%s may both be called', async (_, symbol_name, paths, files) => {
  for (const path of paths) {
    const { values } = readParameters(callGraphParameters, { symbol_name, path, direction: 'callers' });
    const { completeness, metadata } = await askAbout(files, (view) => callGraph(view, values));
    const edges = completeness.static_edges + completeness.heuristic_edges;
    expect([path, edges > 0 || metadata.result_completeness === 'partial']).toEqual([path, true]);
  }
});

test('an alternative from outside of the repository changes nothing', async () => {
  const files = {
    'a.py':
      'try:\n    import ujson as json\nexcept ImportError:\n    import json as json\n\n\nclass Store:\n    def loads(self):\n        pass\n\n\ndef run():\n    json.loads()\n',
  };
  const { values } = readParameters(callGraphParameters, { symbol_name: 'Store.loads', direction: 'callers' });
  const { metadata } = await askAbout(files, (view) => callGraph(view, values));
  expect(metadata.result_completeness).toBe('complete');
});
