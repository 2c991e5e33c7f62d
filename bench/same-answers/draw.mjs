/** Draws the arguments of tool calls from the material of a repository. One in ten calls has an error. */
import { join } from 'node:path';
import { textsOf } from './texts.mjs';

const badShare = 0.1;

/** Returns a function that draws the arguments of a tool call. `recent` holds calls with their answers. */
export function drawerOf(material, chance, recent) {
  const text = textsOf(material, chance);
  return (tool) => {
    const { properties = {}, required = [] } = tool.inputSchema;
    const subject = text.symbol(required.includes('base_ref'));
    const values = {};
    for (const [name, schema] of Object.entries(properties)) {
      const share = { workspace: 0.08, ref: 0.2, kind: 0.15, language: 0.15, path: 0.5 }[name] ?? 0.25;
      if (required.includes(name) || chance.is(share)) values[name] = drawnValue(name, schema, subject, values);
    }
    return chance.is(badShare) ? spoilt(values, properties, required) : values;
  };

  function drawnValue(name, schema, subject, values) {
    if (schema.enum !== undefined) {
      return name === 'kind' && chance.is(0.6) && schema.enum.includes(subject.kind)
        ? subject.kind
        : chance.pick(schema.enum);
    }
    if (schema.type === 'boolean') return chance.is(0.5);
    if (schema.type === 'integer') return integerOf(schema);
    if (schema.type === 'number') return Math.round(chance.next() * (schema.maximum ?? 1) * 100) / 100;
    if (name === 'query') return text.query(subject);
    if (name === 'name' || name === 'symbol_name') return text.name(subject);
    if (name === 'path') return 'symbol_name' in values && chance.is(0.95) ? subject.path : text.path();
    if (name === 'language') return chance.is(0.7) ? (subject.language ?? 'go') : text.language();
    if (name === 'ref' || name === 'base_ref' || name === 'head_ref') return refOf(name);
    if (name === 'workspace') return material.root;
    if (name === 'previous_query') return previousCall(subject);
    // The two parameters belong together, unless the call is meant to be wrong.
    if (name === 'previous_results') return resultsFor(values.previous_query);
    return schema.type === 'object' ? {} : subject.name;
  }

  function integerOf({ minimum = 0, maximum = 100, default: usual = minimum }) {
    const span = (limit) => minimum + chance.below(Math.min(limit, maximum) - minimum + 1);
    return chance.weighted([
      [4, span(minimum + 20)],
      [2, span(usual * 2)],
      [2, span(maximum)],
      [1, minimum],
      [1, maximum],
    ]);
  }

  function refOf(name) {
    const { base, branch } = material;
    // HEAD's commit is not an indexed ref, since a branch is indexed from the working tree.
    const known = [branch, 'HEAD'];
    const older = base === undefined ? known : [base, base, base.slice(0, 10)];
    const olderShare = { base_ref: 0.85, head_ref: 0.15 }[name] ?? 0.5;
    return chance.pick(chance.is(olderShare) ? older : known);
  }

  function previousCall(subject) {
    if (recent.length > 0 && chance.is(0.8)) {
      const { tool, params } = chance.pick(recent);
      return { tool, params };
    }
    return { tool: 'search_code', params: { query: text.misspelt(subject.name) } };
  }

  /** The answer of that call, truncated as an agent would do. */
  function resultsFor(query) {
    const call = recent.find(({ tool, params }) => tool === query?.tool && params === query?.params);
    if (call === undefined || chance.is(0.15)) return { results: [], total_candidates: 0, top_score: chance.next() };
    const cut = {};
    for (const [key, value] of Object.entries(call.answer)) {
      if (key === 'metadata' || chance.is(0.1)) continue;
      cut[key] = Array.isArray(value) ? value.slice(0, chance.below(6)) : value;
    }
    return cut;
  }

  /** The same call with one error in it. */
  function spoilt(values, properties, required) {
    const ways = chance.shuffled([
      unknownName,
      unknownFile,
      missing,
      mistyped,
      outOfRange,
      unknownParameter,
      unknownWord,
      unknownRef,
      empty,
      unknownWorkspace,
    ]);
    for (const way of ways) {
      const copy = { ...values };
      if (way(copy, properties, required)) return copy;
    }
    return values;
  }

  function unknownName(values) {
    const name = ['name', 'symbol_name', 'query'].find((key) => key in values);
    if (name !== undefined)
      values[name] = chance.pick(['zqxNoSuchThing', 'Zqx.noSuch', 'zqx::no_such', '日本語の名前']);
    return name !== undefined;
  }

  function unknownFile(values, properties) {
    if (!('path' in properties)) return false;
    values.path = chance.pick(['no/such/file.ts', '../outside.go', '/etc/hostname', 'src', `${material.files[0]}x`]);
    return true;
  }

  function missing(values, _properties, required) {
    if (required.length === 0) return false;
    delete values[chance.pick(required)];
    return true;
  }

  function mistyped(values, properties) {
    const name = chance.pick(Object.keys(properties));
    const wrong = [null, [], ['a'], {}, true, 7, 1.5, '7', 'yes'];
    values[name] = chance.pick(wrong.filter((value) => typeof value !== jsTypeOf(properties[name].type)));
    return true;
  }

  function outOfRange(values, properties) {
    const names = Object.keys(properties).filter((key) => properties[key].maximum !== undefined);
    if (names.length === 0) return false;
    const name = chance.pick(names);
    const { minimum, maximum } = properties[name];
    values[name] = chance.pick([minimum - 1, maximum + 1, -5, maximum * 1_000, 1e300]);
    return true;
  }

  function unknownParameter(values) {
    Object.assign(
      values,
      chance.pick([{ frobnicate: 1 }, { Limit: 3 }, { max_results: 5 }, { symbol: 'x', file: 'y' }]),
    );
    return true;
  }

  function unknownWord(values, properties) {
    const names = Object.keys(properties).filter((key) => properties[key].enum !== undefined || key === 'language');
    if (names.length === 0) return false;
    const name = chance.pick(names);
    values[name] = chance.pick(['zqx', '', (properties[name].enum?.[0] ?? 'go').toUpperCase(), 'function']);
    return true;
  }

  function unknownRef(values, properties) {
    const names = Object.keys(properties).filter((key) => /^(?:\w+_)?ref$/.test(key));
    if (names.length === 0) return false;
    values[chance.pick(names)] = chance.pick(['no-such-branch', '0'.repeat(40), 'HEAD~1', '--all', '']);
    return true;
  }

  function empty(values, properties, required) {
    const names = required.filter((key) => properties[key].type === 'string');
    if (names.length === 0) return false;
    values[chance.pick(names)] = chance.pick(['', ' ', '\n', '***', '"', '::', '.', 'x'.repeat(5_000)]);
    return true;
  }

  function unknownWorkspace(values) {
    values.workspace = chance.pick(['/no/such/folder', 'relative/folder', '', join(material.root, 'no-such-folder')]);
    return true;
  }
}

function jsTypeOf(schemaType) {
  return { integer: 'number', array: 'object' }[schemaType] ?? schemaType;
}
