import { createHash } from 'node:crypto';
import type { TarEntry } from './tar.js';
import type { Checksums } from './manifest.js';

/** Target size of one file of lines, which is held in memory. */
const FILE_BYTES = 1024 * 1024;
const DIGITS = 4;

/** Creates the files of an archive and collects their checksums. */
export class Sums {
  readonly files: Checksums['files'] = [];

  /** A file whose bytes are in memory. */
  entry(path: string, content: string): TarEntry {
    const bytes = Buffer.from(content);
    this.files.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    return { path, size: bytes.length, bytes: [bytes] };
  }
}

/** Splits lines into files of about a mebibyte, numbered from 1: tar needs the size of a file before its bytes. */
export async function* lineFiles(sums: Sums, folder: string, lines: AsyncIterable<string>): AsyncGenerator<TarEntry> {
  let number = 0;
  let parts: string[] = [];
  let length = 0;
  const next = () => {
    number += 1;
    const entry = sums.entry(fileOf(folder, number), parts.join(''));
    parts = [];
    length = 0;
    return entry;
  };
  for await (const line of lines) {
    parts.push(line, '\n');
    length += line.length;
    if (length >= FILE_BYTES) yield next();
  }
  if (parts.length > 0) yield next();
}

export function fileOf(folder: string, number: number): string {
  return `${folder}/${String(number).padStart(DIGITS, '0')}.ndjson`;
}
