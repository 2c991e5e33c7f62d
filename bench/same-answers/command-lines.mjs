/** Command lines: random ones from the material of a repository, and a fixed list of help and usage errors. */
import { textsOf } from './texts.mjs';

const commandNames =
  'search outline context callers callees compare init index sync skipped status refs watch prune serve-mcp setup eval doctor completion';

/** Help and usage errors, independent of the repository. All of them run. */
export const usageLines = [
  [],
  ['--help'],
  ['--version'],
  ['frobnicate'],
  ['serch', 'x'],
  ['search'],
  ['search', 'x', '--limit', 'many'],
  ['search', 'x', '--limit', '0'],
  ['search', 'x', '--lang', 'zqx'],
  ['search', 'x', '--kind', 'zqx'],
  ['search', 'x', '--frobnicate'],
  ['search', 'x', '--workspace', '/no/such/folder'],
  ['outline'],
  ['outline', 'no/such/file.ts'],
  ['outline', 'a', 'b'],
  ['context', 'x', '--strategy', 'zqx'],
  ['context', 'x', '--max-tokens', '-1'],
  ['callers', 'zqxNoSuchThing'],
  ['callees', 'x', '--depth', '9'],
  ['compare', 'x', 'HEAD'],
  ['compare', 'x', 'no-such-ref', 'HEAD'],
  ['status', '--ref'],
  ['status', '--ref', 'no-such-ref'],
  ['refs', 'unexpected'],
  ['skipped', '--limit', '3'],
  ['serve-mcp', '--transport', 'zqx'],
  ['completion', 'bash'],
  ['completion', 'zqx'],
  ...commandNames.split(' ').map((command) => [command, '--help']),
];

/** Returns a function that draws command-line arguments. */
export function commandDrawerOf(material, chance) {
  const text = textsOf(material, chance);
  const flag = (share, ...args) => (chance.is(share) ? args : []);
  const ref = () => flag(0.2, '--ref', chance.pick([material.base ?? 'HEAD', material.branch, 'no-such-ref']));
  const calls = () => [
    ...flag(0.3, '--depth', String(1 + chance.below(3))),
    ...flag(0.3, '--limit', String(1 + chance.below(60))),
    ...flag(0.1, '--dot'),
    ...flag(0.1, '--mermaid'),
    ...ref(),
  ];
  const commands = {
    search: (subject) => [
      ...(chance.is(0.5) ? text.query(subject).split(' ') : [text.query(subject)]),
      ...flag(0.2, '--lang', subject.language ?? 'go'),
      ...flag(0.2, '--kind', subject.kind),
      ...flag(0.4, '--limit', String(1 + chance.below(40))),
      ...ref(),
    ],
    outline: () => [text.path(), ...flag(0.3, '--top'), ...ref()],
    callers: (subject) => [text.name(subject), ...flag(0.3, '--path', subject.path), ...calls()],
    callees: (subject) => [text.name(subject), ...flag(0.3, '--path', subject.path), ...calls()],
    context: (subject) => [
      text.query(subject),
      ...flag(0.5, '--max-tokens', String(100 + chance.below(6_000))),
      ...flag(0.5, '--strategy', chance.pick(['breadth', 'depth'])),
      ...ref(),
    ],
    compare: () => {
      const subject = text.symbol(true);
      return [text.name(subject), material.base ?? 'HEAD~1', 'HEAD', ...flag(0.3, '--path', subject.path)];
    },
    status: ref,
    refs: () => [],
    skipped: ref,
  };
  const names = Object.keys(commands);
  return (at) => {
    const command = names[at % names.length];
    return [command, ...commands[command](text.symbol(false)), ...flag(0.5, '--json')];
  };
}
