/** Calls on a variable, field or parameter that may hold values of several types: none of them is proven. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { askAbout } from '../../support/query-view.ts';
import type { TestFiles } from '../../support/test-repository.ts';

/** What the callers of a symbol say: its edges by confidence, the unresolved sites, and the completeness. */
async function callersIn(files: TestFiles, ...symbols: readonly string[]): Promise<string[]> {
  return askAbout(files, async (view) => {
    const found: string[] = [];
    for (const symbol_name of symbols) {
      const { values } = readParameters(callGraphParameters, { symbol_name, direction: 'callers' });
      const { completeness, metadata } = await callGraph(view, values);
      const { static_edges, heuristic_edges, unresolved_call_sites } = completeness;
      const counts = `${static_edges} static, ${heuristic_edges} heuristic, ${unresolved_call_sites} unresolved`;
      found.push(`${symbol_name}: ${counts}, ${metadata.result_completeness}`);
    }
    return found;
  });
}

const python =
  'class Memory:\n    def save(self):\n        pass\n\n\nclass Disk:\n    def save(self):\n        pass\n\n\n';
const script = 'export class Memory {\n  save() {}\n}\nexport class Disk {\n  save() {}\n}\n';
const methods = ['Memory.save', 'Disk.save'];
const guessed = 'Memory.save: 0 static, 1 heuristic, 0 unresolved, complete';
const missed = 'Disk.save: 0 static, 0 heuristic, 1 unresolved, partial';
const proven = 'Memory.save: 1 static, 0 heuristic, 0 unresolved, complete';
const uncalled = 'Disk.save: 0 static, 0 heuristic, 0 unresolved, complete';

const open: Record<string, TestFiles> = {
  'a variable that a branch assigns': {
    'a.js': `${script}function run(argv) {\n  let store = new Memory();\n  if (argv.disk) store = new Disk();\n  store.save();\n}\n`,
  },
  'a variable of a module that a function assigns': {
    'a.js': `${script}let store = new Memory();\nexport function init() {\n  store = new Disk();\n}\nexport function run() {\n  store.save();\n}\n`,
  },
  'a field that another method assigns': {
    'a.js': `${script}class App {\n  constructor() {\n    this.store = new Memory();\n  }\n  init() {\n    this.store = new Disk();\n  }\n  run() {\n    this.store.save();\n  }\n}\n`,
  },
  'a default of a parameter in JavaScript': {
    'a.js': `${script}export function run(store = new Memory()) {\n  store.save();\n}\n`,
  },
  'a default of a constructor': {
    'a.ts': `${script}export class App {\n  private store;\n  constructor(store = new Memory()) {\n    this.store = store;\n  }\n}\nexport function run(store = new Memory()) {\n  store.save();\n}\n`,
  },
  'a variable of a branch in Python': {
    'a.py': `${python}def run(argv):\n    store = Disk()\n    if argv.memory:\n        store = Memory()\n    store.save()\n`,
  },
  'a parameter that is replaced if it is missing': {
    'a.py': `${python}class App:\n    def __init__(self, store=None):\n        if store is None:\n            store = Memory()\n        self.store = store\n\n    def run(self):\n        self.store.save()\n`,
  },
  'a default of a parameter in Python': {
    'a.py': `${python}def run(store=Memory()):\n    store.save()\n`,
  },
  'a global variable': {
    'a.py': `${python}store = Memory()\n\n\ndef init():\n    global store\n    store = Disk()\n\n\ndef run():\n    store.save()\n`,
  },
  'a field that a subclass assigns': {
    'a.py': `${python}class App:\n    def __init__(self):\n        self.store = Memory()\n\n    def run(self):\n        self.store.save()\n`,
    'b.py': 'from a import App, Disk\n\n\nclass Other(App):\n    def __init__(self):\n        self.store = Disk()\n',
  },
  'a field that is assigned from outside': {
    'a.py': `${python}class App:\n    def __init__(self):\n        self.store = Memory()\n\n    def run(self):\n        self.store.save()\n`,
    'b.py': 'from a import App, Disk\n\n\ndef main():\n    app = App()\n    app.store = Disk()\n',
  },
};

for (const [what, files] of Object.entries(open)) {
  test(`${what} proves nothing`, async () => {
    expect(await callersIn(files, ...methods)).toEqual([guessed, missed]);
  });
}

const closed: Record<string, TestFiles> = {
  'a variable that is set to nothing': {
    'a.js': `${script}function run(argv) {\n  let store = new Memory();\n  store.save();\n  store = null;\n}\nfunction other() {\n  let store = new Disk();\n}\n`,
  },
  'a variable that gets another value afterwards': {
    'a.py': `${python}def run(argv):\n    store = Memory()\n    store.save()\n    store = Disk()\n`,
  },
  'a variable that has another value in another branch': {
    'a.py': `${python}def run(argv):\n    if argv.memory:\n        store = Memory()\n        store.save()\n    else:\n        store = Disk()\n`,
  },
  'a field with the name of another': {
    'a.py': `${python}class App:\n    def __init__(self):\n        self.store = Memory()\n\n    def run(self):\n        self.store.save()\n\n\nclass Other:\n    def __init__(self):\n        self.store = Disk()\n`,
  },
  'an argument of the name': {
    'a.py': `${python}class App:\n    def __init__(self):\n        self.store = Memory()\n        self.store.save()\n        start(\n            store=Disk(),\n        )\n`,
  },
  'a constant with a namesake in a function': {
    'a.js': `${script}const store = new Memory();\nexport function run() {\n  store.save();\n}\nexport function other() {\n  let store;\n  store = new Disk();\n}\n`,
  },
};

for (const [what, files] of Object.entries(closed)) {
  test(`${what} is proven`, async () => {
    expect(await callersIn(files, ...methods)).toEqual([proven, uncalled]);
  });
}
