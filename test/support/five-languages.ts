/** One small repository in each of five languages: `greet` is defined in one file and called by `welcome` in another. */
import type { TestFiles } from './test-repository.ts';

export interface LanguageSample {
  readonly files: TestFiles;
  /** The file that defines `greet`, and how `greet` looked in an earlier commit. */
  readonly file: string;
  readonly earlier: string;
  /** The file that defines `welcome`. */
  readonly caller: string;
}

export const fiveLanguages = {
  typescript: sample(
    'src/greet.ts',
    (word) => `/** Says hello. */\nexport function greet(name: string): string {\n  return '${word} ' + name;\n}\n`,
    'src/welcome.ts',
    "import { greet } from './greet.ts';\n\nexport function welcome(): string {\n  return greet('you');\n}\n",
  ),
  python: sample(
    'app/greet.py',
    (word) => `def greet(name: str) -> str:\n    """Says hello."""\n    return '${word} ' + name\n`,
    'app/welcome.py',
    "from app.greet import greet\n\n\ndef welcome() -> str:\n    return greet('you')\n",
    { 'app/__init__.py': '' },
  ),
  go: sample(
    'greet.go',
    (word) =>
      `package hello\n\n// greet says hello.\nfunc greet(name string) string {\n\treturn "${word} " + name\n}\n`,
    'welcome.go',
    'package hello\n\nfunc welcome() string {\n\treturn greet("you")\n}\n',
    { 'go.mod': 'module example.org/hello\n\ngo 1.22\n' },
  ),
  rust: sample(
    'src/words.rs',
    (word) => `/// Says hello.\npub fn greet(name: &str) -> String {\n    format!("${word} {name}")\n}\n`,
    'src/lib.rs',
    'mod words;\nuse crate::words::greet;\n\npub fn welcome() -> String {\n    greet("you")\n}\n',
    { 'Cargo.toml': '[package]\nname = "hello"\nversion = "0.1.0"\nedition = "2021"\n' },
  ),
  javascript: sample(
    'lib/greet.js',
    (word) => `/** Says hello. */\nexport function greet(name) {\n  return '${word} ' + name;\n}\n`,
    'lib/welcome.js',
    "import { greet } from './greet.js';\n\nexport function welcome() {\n  return greet('you');\n}\n",
    { 'package.json': '{ "name": "hello", "type": "module" }\n' },
  ),
} as const satisfies Record<string, LanguageSample>;

export type SampleLanguage = keyof typeof fiveLanguages;

function sample(
  file: string,
  definition: (word: string) => string,
  caller: string,
  call: string,
  more: TestFiles = {},
): LanguageSample {
  return { file, caller, earlier: definition('hi'), files: { ...more, [file]: definition('hello'), [caller]: call } };
}
