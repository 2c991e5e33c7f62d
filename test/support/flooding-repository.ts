/** A repository whose answers are as large as they get: a huge file, a hub with thousands of callers, long lines and paths. */
import type { TestFiles } from './test-repository.ts';

const times = (count: number, line: (at: number) => string, between = '\n') =>
  Array.from({ length: count }, (_, at) => line(at)).join(between);

/** A folder path of about a thousand characters. */
export const longFolder = times(
  5,
  (at) =>
    `part_${at}_of_the_generated_sources_for_integration_tests_of_the_payment_service_and_its_adapters_in_europe`.repeat(
      2,
    ),
  '/',
);

export const hugeFile = 'src/huge.py';
export const longLines = 'docs/long-lines.txt';

const changedFunction = (step: string) =>
  `def reworked(value):\n${times(1_500, (at) => `    value = ${step}(value, ${at})  # ${step} number ${at}`)}\n    return value\n`;

/** The change on the second branch. */
export const changedFiles: TestFiles = { 'src/reworked.py': changedFunction('multiply_by') };

export const floodingFiles: TestFiles = {
  [hugeFile]: [
    times(200, (at) => `import package_${at}.module_${at}`),
    times(
      1_500,
      (at) =>
        `def top_level_function_${at}(first_argument: int, second_argument: str = "text") -> int:\n    return ${at}\n`,
    ),
    times(
      300,
      (at) =>
        `class Service${at}:\n    """Serves requests number ${at}."""\n\n${times(8, (inner) => `    def handle_request_${at}_${inner}(self, request, *, timeout=${inner}):\n        return request\n`)}`,
    ),
  ].join('\n'),
  'src/hub.py': 'def hub(value):\n    """The function that everything calls."""\n    return value\n',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, file) => [
      `src/callers/caller_module_${file}.py`,
      `from src.hub import hub\n\n${times(60, (at) => `def caller_${file}_${at}(argument):\n    return hub(argument)\n`)}`,
    ]),
  ),
  'src/many_calls.py': `from src.hub import hub\n\ndef calls_often(value, other):\n${times(3_000, (at) => `    hub(value + ${at})`)}\n${times(500, (at) => `    other.unknown_${at % 7}.hub(value)`)}\n`,
  'src/wide.py': `def wide(${times(8_000, (at) => `parameter_${at}`, ', ')}):\n    return parameter_0\n`,
  'src/widgets.py': `class Widget:\n    def draw_on_the_canvas(self):\n        pass\n\n${times(900, (at) => `class WidgetNumber${at}WithALongName(Widget, Part${at % 60}):\n    def draw_on_the_canvas(self):\n        return ${at}\n`)}`,
  'src/reworked.py': changedFunction('add_to'),
  [longLines]: times(4, (line) => times(15_000, (at) => `word${(at * 7 + line) % 997}`, ' ')),
  'docs/packed.json': `{${times(6_000, (at) => `"key_${at}":"hub value ${at}"`, ',')}}`,
  'docs/日本語.md': times(
    400,
    (at) => `ハブ関数 hub は値を返します。これは${at}番目の説明です。エラーが発生した場合は例外を投げます。`,
  ),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `${longFolder}/twin_${at}.py`,
      `from src.hub import hub\n\ndef twin(value):\n    """One of many twins."""\n    return hub(value)\n`,
    ]),
  ),
};
