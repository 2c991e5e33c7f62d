import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFolder, createRepository, type TestRepository } from '../../../test/support/test-repository.ts';
import { blobHash } from '../content/read-file.ts';
import { ObjectReader } from './object-reader.ts';
import { openRepository } from './repository.ts';

afterEach(() => vi.unstubAllEnvs());

const missing = '0123456789abcdef0123456789abcdef01234567';
const hashOf = (text: string | Buffer) => blobHash(Buffer.from(text), 'sha1');
const readerOf = async ({ root }: TestRepository) => new ObjectReader(await openRepository(root));

/** Damages the content of a loose object and leaves its header intact. */
function damage({ path }: TestRepository, hash: string): void {
  const file = path('.git/objects', hash.slice(0, 2), hash.slice(2));
  const bytes = readFileSync(file);
  bytes.fill(0x55, Math.floor(bytes.length / 2));
  chmodSync(file, 0o644);
  writeFileSync(file, bytes);
}

describe('ObjectReader', () => {
  it('reads many objects at once, in any order, and returns undefined for missing ones', async () => {
    const texts = Array.from({ length: 300 }, (_, at) => `${at}\n`.repeat(at * 7));
    const files = Object.fromEntries(texts.map((text, at) => [`${at}.txt`, text]));
    const binary = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 256));
    const repository = createRepository({ ...files, binary });
    const reader = await readerOf(repository);
    const hashes = [...texts.map(hashOf), missing, hashOf(binary)].reverse();
    const read = await Promise.all(hashes.map((hash) => reader.read(hash)));
    expect(read[0]?.equals(binary)).toBe(true);
    expect(read[1]).toBeUndefined();
    expect(read.slice(2).map((bytes) => bytes?.toString())).toEqual(texts.reverse());
    await reader.close();
  });

  it('returns sizes without reading objects', async () => {
    const reader = await readerOf(createRepository({ 'a.txt': 'abc', empty: '' }));
    const sizes = await reader.sizes([hashOf('abc'), missing, hashOf(''), hashOf('abc')]);
    expect([...sizes]).toEqual([
      [hashOf('abc'), 3],
      [missing, undefined],
      [hashOf(''), 0],
    ]);
    expect(await reader.sizes([])).toEqual(new Map());
    await reader.close();
  });

  it('reads blobs only', async () => {
    const repository = createRepository({ 'a.txt': 'a' });
    const reader = await readerOf(repository);
    expect(await reader.read(repository.git('rev-parse', 'HEAD'))).toBeUndefined();
    expect((await reader.read(hashOf('a')))?.toString()).toBe('a');
    await expect(reader.read('HEAD')).rejects.toThrow(/not an object id/);
    await reader.close();
  });

  it('treats a damaged object as missing and continues', async () => {
    const text = Array.from({ length: 4000 }, (_, at) => `line ${at * 7919}`).join('\n');
    const repository = createRepository({ 'a.txt': 'a', 'damaged.txt': text, 'z.txt': 'z' });
    damage(repository, hashOf(text));
    const reader = await readerOf(repository);
    const read = await Promise.all(
      [hashOf('a'), hashOf(text), hashOf('z'), hashOf(text)].map((hash) => reader.read(hash)),
    );
    expect(read.map((bytes) => bytes?.toString())).toEqual(['a', undefined, 'z', undefined]);
    await reader.close();
  });

  it('treats an object whose delta base is damaged as missing', async () => {
    const lines = Array.from({ length: 4000 }, (_, at) => `line ${at * 7919}`);
    const base = lines.join('\n');
    const derived = [...lines.slice(1), 'end'].join('\n');
    const repository = createRepository({ 'base.txt': base, 'derived.txt': derived, 'a.txt': 'a' });
    repository.git('repack', '-adfq');
    const folder = repository.path('.git/objects/pack');
    const pack = join(folder, readdirSync(folder).find((name) => name.endsWith('.pack')) as string);
    const bytes = readFileSync(pack);
    bytes.fill(0x55, bytes.length - 4000, bytes.length - 1000);
    chmodSync(pack, 0o644);
    writeFileSync(pack, bytes);
    const reader = await readerOf(repository);
    expect(await Promise.all([base, derived].map((text) => reader.read(hashOf(text))))).toEqual([undefined, undefined]);
    await reader.close();
  });

  it('rejects outstanding reads when git dies', async () => {
    const repository = createRepository({ 'a.txt': 'a' });
    const reader = await readerOf(repository);
    const bin = createFolder({ git: '#!/bin/sh\necho "fatal: out of memory" >&2\nexit 128\n' });
    execFileSync('chmod', ['+x', `${bin}/git`]);
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    const reads = await Promise.allSettled([reader.read(hashOf('a')), reader.read(missing)]);
    for (const read of reads) {
      expect(read).toMatchObject({ status: 'rejected', reason: { code: 'repository_unreadable' } });
    }
    vi.unstubAllEnvs();
    expect((await reader.read(hashOf('a')))?.toString()).toBe('a');
    await reader.close();
  });

  it('rejects reads after close, and can be closed twice or unused', async () => {
    const repository = createRepository({ 'a.txt': 'a' });
    const reader = await readerOf(repository);
    const outstanding = reader.read(hashOf('a')).catch((error) => error);
    await reader.close();
    expect(await outstanding).toMatchObject({ code: 'job_cancelled' });
    await expect(reader.read(hashOf('a'))).rejects.toMatchObject({ code: 'job_cancelled' });
    await reader.close();
    await (await readerOf(repository)).close();
  });
});
