/** Names with several declarations: which of them a call means. */
import { checkEdges } from '../check-edges.ts';

checkEdges(
  'calls a function of another part of a merged namespace',
  {
    'app.ts': `function log() {}
function show() {}
namespace App {
  export function log() {}
  function show() {}
}
namespace App {
  export function run() { log(); show() }
}
`,
  },
  ['app.ts:App.run → app.ts:App.log', 'app.ts:App.run → app.ts:show'],
);

checkEdges(
  'calls a function of the class in a Python class body',
  {
    'app.py': `def rule(n):
    return n


def late(n):
    return n


class Grid:
    width = rule(1)

    def rule(n):
        return n

    size = rule(3)
    depth = late(3)

    def late(n):
        return rule(n)
`,
  },
  [
    'app.py:Grid.depth → app.py:late',
    'app.py:Grid.late → app.py:rule',
    'app.py:Grid.size → app.py:Grid.rule',
    'app.py:Grid.width → app.py:rule',
  ],
);

checkEdges(
  'calls a function or class nested in a Python function',
  {
    'app.py': `def work():
    pass


class Box:
    pass


def run():
    def work():
        pass

    class Box:
        pass

    work()
    Box()
`,
  },
  ['app.py:run → app.py:run.Box', 'app.py:run → app.py:run.work'],
);
