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

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);
/** An entry with a header that no writer of ours produces; its checksum is correct. */
function entry(name: string, { type = '0', size = '00000000005\0' }): Buffer {
  const blocks = Buffer.alloc(2 * BLOCK);
  const header = blocks.subarray(0, BLOCK);
  header.write(name);
  header.write(size, 124, 'latin1');
  header.write(`        ${type}`, 148);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  blocks.write('hello', BLOCK);
  return blocks;
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
  ])('is refused if it %s', async (_title, broken) => {
    const tar = await bytesOf(writeTar(entries(FILES), AT));
    await expect(read(inPieces(broken(tar), 300))).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['a hard link', '1'],
    ['a symbolic link', '2'],
    ['a character device', '3'],
    ['a folder', '5'],
    ['a sparse file', 'S'],
    ['a header that replaces name or size of the next file (pax)', 'x'],
    ['a header for all files (pax)', 'g'],
    ['a long name (GNU)', 'L'],
  ])('with %s is refused, even after the last file', async (_title, type) => {
    const plain = entry('plain', {});
    const refusal = { details: [{ path: '', code: 'format', message: "'other' is no plain file." }] };
    const other = entry('other', { type });
    await expect(read(inPieces(Buffer.concat([other, plain, END]), 300))).rejects.toMatchObject(refusal);
    await expect(read(inPieces(Buffer.concat([plain, other, END]), 300))).rejects.toMatchObject(refusal);
  });

  it.each([
    ['no digits', '\0'.repeat(12)],
    ['letters after the digits', '0000000005z\0'],
    ['a sign', '-0000000005\0'],
    ['binary digits beyond the largest safe number', `\x80\0\0\0\x7f${'\0'.repeat(7)}`],
    ['binary digits beyond 64 bits', `\x80\0\0\x01${'\0'.repeat(7)}\x05`],
  ])('is refused if a size has %s', async (_title, size) => {
    const broken = Buffer.concat([entry('plain', { size }), END]);
    await expect(read(inPieces(broken, 300))).rejects.toMatchObject({
      details: [{ path: '', code: 'format', message: "The size of 'plain' is not a number." }],
    });
  });

  it.each([
    ['another tar', entry('more', {})],
    [
      'a block with nothing but a checksum',
      Buffer.concat([Buffer.alloc(148), Buffer.from('checksum'), Buffer.alloc(356)]),
    ],
    ['a few bytes', Buffer.from('more')],
  ])('is refused if its end is followed by %s', async (_title, more) => {
    const broken = Buffer.concat([entry('plain', {}), END, more]);
    await expect(read(inPieces(broken, 300))).rejects.toMatchObject({
      details: [{ path: '', code: 'format', message: 'There is data after the end of the archive.' }],
    });
  });

  it.each([100, 10_240, 1_048_576])('may be followed by padding of %d bytes', async (length) => {
    const padded = Buffer.concat([entry('plain', {}), END, Buffer.alloc(length)]);
    expect(await read(inPieces(padded, 16_384))).toEqual({ plain: 'hello' });
  });
});
