/**
 * Turns extracted pairs into numbers for the trainer.
 *
 *   node encode-pairs.mjs vocabulary OUT.txt PAIRS.jsonl…       the words in at least two repositories
 *   node encode-pairs.mjs train VOCABULARY OUT.bin PAIRS.jsonl…
 *   node encode-pairs.mjs judge VOCABULARY OUT.bin PAIRS.jsonl…  every function is a candidate; nothing is made up
 */
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { buckets, countStems, hash, ngramsOf } from './tokens.mjs';

const maxVocabulary = Number(process.env.VOCABULARY ?? 70_000);
const minRepositories = 2;
const [mode, ...rest] = process.argv.slice(2);
if (mode === 'vocabulary') await writeVocabulary(rest[0], rest.slice(1));
else await encode(mode === 'train', rest[0], rest[1], rest.slice(2));

async function* rowsOf(file) {
  for await (const line of createInterface({ input: createReadStream(file) })) if (line !== '') yield JSON.parse(line);
}

async function writeVocabulary(out, files) {
  const total = new Map();
  const repositories = new Map();
  for (const file of files) {
    const here = new Map();
    for await (const { q = '', n, b } of rowsOf(file))
      for (const word of countStems(`${q} ${n} ${b}`).keys()) here.set(word, (here.get(word) ?? 0) + 1);
    for (const [word, count] of here) {
      // A large repository does not decide alone.
      total.set(word, (total.get(word) ?? 0) + Math.min(count, 500));
      repositories.set(word, (repositories.get(word) ?? 0) + 1);
    }
  }
  const known = [...total].filter(([word, count]) => repositories.get(word) >= minRepositories && count >= 5);
  known.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  writeFileSync(
    out,
    known
      .slice(0, maxVocabulary)
      .map(([word, count]) => `${word} ${count}\n`)
      .join(''),
  );
}

async function encode(isTraining, vocabulary, out, files) {
  const ids = new Map(
    readFileSync(vocabulary, 'utf8')
      .trim()
      .split('\n')
      .map((line, id) => [line.split(' ')[0], id]),
  );
  const stream = createWriteStream(out);
  const write = async (numbers) => {
    if (!stream.write(Buffer.from(Int32Array.from(numbers).buffer)))
      await new Promise((go) => stream.once('drain', go));
  };
  await write([ids.size, buckets]);
  const tokens = (text, most) => {
    const found = [];
    for (const [word, count] of countStems(text, most)) {
      const id = ids.get(word);
      if (id !== undefined) found.push(id | (Math.min(count, 15) << 20));
      // Weight 0 stands for a part of a word.
      else for (const bucket of ngramsOf(word)) found.push(ids.size + bucket);
    }
    return found;
  };
  for (const [repository, file] of files.entries()) {
    for await (const row of rowsOf(file)) {
      const name = tokens(row.n);
      const scope = tokens(
        `${row.s} ${row.p
          .split('/')
          .slice(-2)
          .join(' ')
          .replace(/\.\w+$/, '')}`,
      );
      const body = tokens(row.b, 250);
      const rest = row.q === undefined ? [] : tokens((row.d ?? '').replace(/\s+/g, ' ').slice(row.q.length), 60);
      const query = row.q === undefined ? [] : tokens(row.q, 40);
      const lines = row.l[1] - row.l[0] + 1;
      const key = hash(row.q ?? row.n) & 0x7fffffff;
      const record = (q, n, d) => [
        repository,
        key,
        hash(row.n) & 0x7fffffff,
        lines,
        q.length,
        n.length,
        scope.length,
        d.length,
        body.length,
        ...q,
        ...n,
        ...scope,
        ...d,
        ...body,
      ];
      if (!isTraining) await write(record(query, name, []));
      else if (query.length >= 2 && body.length + name.length > 3) await write(record(query, name, rest));
      else if (row.q === undefined && name.length >= 2 && body.length > 8 && !/test/i.test(row.p))
        await write(record(name, [], []));
    }
  }
  stream.end();
  await new Promise((go) => stream.once('finish', go));
}
