/** Compares two answers byte for byte, after masking values that differ between any two runs of the same program. */

const time = '"\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z"';
const jobId = '"[0-9a-f]{12}"';

/**
 * All masked values. A pattern matches the field and the form of its value, so a value of another form still counts
 * as a difference. Patterns apply to the text, so that key order and spacing are compared too. Quotes in source code
 * are escaped in JSON, so no pattern matches there.
 */
const jsonRules = [
  field('time', ['last_indexed_at', 'created_at', 'publishedAt', 'createdAt', 'finishedAt'], time),
  field('duration', ['duration_ms', 'durationMs', 'uptime_seconds'], '\\d+'),
  field('job id', ['job_id', 'jobId'], jobId),
  field('job id', ['progress_token'], '"index-job-[0-9a-f]{12}"'),
  {
    said: '"id" of "lastJob": a job id',
    pattern: new RegExp(`("lastJob":\\s*\\{\\s*"id":\\s*)${jobId}`, 'g'),
    to: '$1"<job id>"',
  },
  field('bytes', ['indexBytes', 'peakMemoryBytes'], '\\d+'),
];

/** For the human-readable output of `status`, `refs` and the program without a command. */
const textRules = [
  { said: 'CLI text: how long ago', pattern: /just now|\d+ (?:minute|hour)s? ago/g, to: '<ago>' },
  {
    said: 'CLI text: "changed in DURATION"',
    pattern: /(changed in )(?:\d+ min )?[\d.]+ (?:ms|s)/g,
    to: '$1<duration>',
  },
  { said: 'CLI text: "SIZE of index"', pattern: /[\d.]+ [kMG]B( of index)/g, to: '<size>$1' },
  // The column width depends on the masked age.
  { said: 'CLI text: runs of spaces, after "ago" was masked', pattern: / {2,}/g, to: '  ' },
];

/** A job may or may not have ended when the call that started it returns. */
const jobReplyRules = [
  field('race', ['status', 'freshness_status', 'indexing_status', 'result_completeness'], '"\\w+"'),
  field('race', ['changed_files'], '(?:null|\\d+)'),
].map((rule) => ({ ...rule, said: `only in the reply of sync_repo: ${rule.said}` }));

export const maskedFields = [
  'path of the data directory, anywhere',
  ...[...jsonRules, ...textRules, ...jobReplyRules].map(({ said }) => said),
];

/** @param form 'json', 'job reply', 'text' or 'status text' */
export function masked(text, form, home) {
  const rules = {
    json: jsonRules,
    'job reply': [...jsonRules, ...jobReplyRules],
    text: [],
    'status text': textRules,
  }[form];
  return rules.reduce((left, { pattern, to }) => left.replace(pattern, to), text.replaceAll(home, '<home>'));
}

const mostDifferences = 200;

/** Finds where two masked texts differ: by JSON path if both are JSON, else by line. Empty if the bytes are equal. */
export function differencesOf(before, after) {
  if (before === after) return [];
  const documents = [before, after].map(parsed);
  if (documents.includes(undefined)) return lineDifferences(before, after);
  const found = [];
  collect(documents[0], documents[1], '$', found);
  return found.length > 0 ? found : [{ path: '$ (spacing or form of a number)', ...around(before, after) }];
}

/** Returns the path without array indexes, so that the same difference in many places is one group. */
export function pathGroup(path) {
  return path.replace(/\[\d+\]/g, '[]').replace(/ line \d+$/, ' line');
}

function field(kind, names, value) {
  return {
    said: `${names.map((name) => `"${name}"`).join(', ')}: ${kind}`,
    pattern: new RegExp(`("(?:${names.join('|')})":\\s*)${value}`, 'g'),
    to: `$1"<${kind}>"`,
  };
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function collect(before, after, path, found) {
  if (found.length >= mostDifferences) return;
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = Object.keys(before);
    const otherKeys = Object.keys(after);
    if (Array.isArray(before)) {
      if (before.length !== after.length) {
        found.push({ path: `${path}.length`, before: before.length, after: after.length });
      }
    } else if (keys.length === otherKeys.length && keys.join('\n') !== otherKeys.join('\n')) {
      const isSameSet = keys.every((key) => otherKeys.includes(key));
      if (isSameSet) found.push({ path: `${path} (order of keys)`, before: keys, after: otherKeys });
    }
    for (const key of new Set([...keys, ...otherKeys])) {
      const next = Array.isArray(before) ? `${path}[${key}]` : `${path}.${key}`;
      // The length difference already covers entries that only one side has.
      if (Array.isArray(before) && !(key in before && key in after)) continue;
      collect(before[key], after[key], next, found);
    }
  } else if (before !== after) {
    found.push({ path, before, after });
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function lineDifferences(before, after) {
  const lines = before.split('\n');
  const otherLines = after.split('\n');
  const at = lines.findIndex((line, index) => line !== otherLines[index]);
  const line = at === -1 ? lines.length : at;
  const first = { path: `text line ${line + 1}`, before: lines[line], after: otherLines[line] };
  if (lines.length === otherLines.length) return [first];
  return [first, { path: 'text (count of lines)', before: lines.length, after: otherLines.length }];
}

function around(before, after) {
  let at = 0;
  while (before[at] === after[at]) at++;
  const from = Math.max(0, at - 30);
  return { before: before.slice(from, at + 30), after: after.slice(from, at + 30) };
}
