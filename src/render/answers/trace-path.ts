/** Renders the answer of `trace_path`: each path from its start, a line per call. */
import type { PathStep, TracedPath, TracePathAnswer } from '../../query/tools/trace-path.ts';
import { printable } from '../../text/printable.ts';
import { count } from '../amounts.ts';
import { placeLines } from '../places.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';
import { shortName } from '../symbol-text.ts';

export const tracePathRenderer: Renderer<TracePathAnswer> = (answer, rendering) => {
  const sites = (answer.unresolved_sites ?? []).map(({ path, line, text }) => ({
    path,
    line,
    text: rendering.paint('dim', `${printable(text)}  (unresolved)`),
  }));
  return {
    lines: [...answer.paths.flatMap((path) => pathLines(answer, path, rendering)), ...placeLines(sites, rendering)],
    ending: ending(answer, rendering),
    warnings: warningsOf(answer),
  };
};

function pathLines({ from }: TracePathAnswer, { steps }: TracedPath, rendering: Rendering): string[] {
  const start = `${rendering.paint('bold', `${printable(from.path)}:${from.line_start}`)}  ${shortName(from)}`;
  let shown = from.path;
  const lines = steps.map((step) => {
    const line = stepLine(step, shown, rendering);
    shown = step.symbol.path;
    return line;
  });
  return [start, ...lines];
}

/** For a model, the path of a call is left out if the line before ends in that file. */
function stepLine(
  { symbol, call_site: { file, line }, confidence, via }: PathStep,
  shown: string,
  rendering: Rendering,
): string {
  const isModel = rendering.reader === 'model';
  const call = isModel && file === shown ? `:${line}` : `${printable(file)}:${line}`;
  const target =
    isModel && symbol.path === file ? `:${symbol.line_start}` : `${printable(symbol.path)}:${symbol.line_start}`;
  const marks = [
    ...(via === 'dispatch' ? ['through an interface or base'] : confidence === 'heuristic' ? ['guessed'] : []),
    ...(via === 'reference' ? ['passed as a value'] : []),
  ];
  const mark = marks.length > 0 ? rendering.paint('dim', `  (${marks.join(', ')})`) : '';
  return `  ${isModel ? call : rendering.paint('bold', call)} → ${target} ${shortName(symbol)}${mark}`;
}

const endings: Readonly<Record<TracePathAnswer['ended'], (answer: TracePathAnswer) => string>> = {
  found: () => '',
  exhausted: () => 'everything that can be resolved was followed',
  depth: ({ searched_depth: depth }) => `searched up to ${count(depth, 'call')}; max_depth searches further`,
  budget: ({ searched_depth: depth, completeness }) =>
    `searched completely up to ${count(depth, 'call')}; ${count(completeness.unfollowed_symbols, 'symbol')} not followed to the end`,
};

function ending(answer: TracePathAnswer, rendering: Rendering): string {
  const { from, to, paths, ended, completeness } = answer;
  const isModel = rendering.reader === 'model';
  const what = `from ${shortName(from)} to ${shortName(to)}${onRef(rendering, printable)}`;
  if (paths.length > 0) return `${count(paths.length, 'path')} ${what}`;
  const place = isModel ? ` (${printable(to.path)}:${to.line_start})` : '';
  const unresolved = completeness.unresolved_call_sites;
  const why = endings[ended](answer);
  return [
    `no path ${what}${place}`,
    ...(why === '' ? [] : [isModel ? why : why.replace('max_depth', '--max-depth')]),
    ...(unresolved > 0 ? [`${count(unresolved, 'call')} on the way unresolved`] : []),
  ].join('; ');
}
