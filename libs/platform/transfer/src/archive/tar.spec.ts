import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readTar, writeTar, type TarEntry } from './tar.js';

const AT = new Date('2026-01-02T03:04:05.678Z');

async function bytesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
async function* entries(files: Readonly<Record<string, string>>): AsyncGenerator<TarEntry> {
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    yield { path, size: bytes.length, bytes: [bytes] };
  }
  await Promise.resolve();
}
/** In chunks of `size` bytes, as a network delivers them. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  await Promise.resolve();
}
async function read(source: AsyncIterable<Uint8Array>): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for await (const { path, bytes } of readTar(source)) files[path] = (await bytesOf(bytes)).toString();
  return files;
}

const FILES = {
  'manifest.json': '{}',
  'records/a/b/0001.ndjson': 'x'.repeat(1_500),
  empty: '',
  block: 'y'.repeat(512),
};

describe('a tar', () => {
  it.each([1, 7, 512, 100_000])('is read as it was written, in chunks of %d bytes', async (size) => {
    expect(await read(inPieces(await bytesOf(writeTar(entries(FILES), AT)), size))).toEqual(FILES);
  });

  it('can be opened with the program tar', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cubit-tar-'));
    try {
      writeFileSync(join(folder, 'a.tar'), await bytesOf(writeTar(entries(FILES), AT)));
      execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder });
      for (const [path, content] of Object.entries(FILES))
        expect(readFileSync(join(folder, path), 'utf8')).toBe(content);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('skips file contents that are not read', async () => {
    const paths: string[] = [];
    for await (const { path } of readTar(inPieces(await bytesOf(writeTar(entries(FILES), AT)), 100))) paths.push(path);
    expect(paths).toEqual(Object.keys(FILES));
  });

  it('supports files of more than eight gibibytes', async () => {
    const size = 9 * 1024 ** 3;
    const huge = async function* (): AsyncGenerator<TarEntry> {
      yield { path: 'huge', size, bytes: [] };
      await Promise.resolve();
    };
    const written = writeTar(huge(), AT);
    const { value } = await written.next();
    const { value: entry } = await readTar(inPieces(value as Buffer, 512)).next();
    expect(entry).toMatchObject({ path: 'huge', size });
    await expect(written.next()).rejects.toThrow('has 0 bytes');
  });

  it.each([
    ['cut off within a header', (tar: Buffer) => tar.subarray(0, 700)],
    ['cut off within a file', (tar: Buffer) => tar.subarray(0, 2_000)],
    ['cut off before its end', (tar: Buffer) => tar.subarray(0, tar.length - 1_024)],
    ['changed in a header', (tar: Buffer) => Buffer.from(tar.map((byte, at) => (at === 3 ? byte + 1 : byte)))],
    ['something else', () => Buffer.alloc(1_024, 'x')],
    ['followed by something', (tar: Buffer) => Buffer.concat([tar, Buffer.from('more')])],
  ])('is refused if it %s', async (_title, broken) => {
    const tar = await bytesOf(writeTar(entries(FILES), AT));
    await expect(read(inPieces(broken(tar), 300))).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
