import { badArchive } from './archive-fault.js';

/** One file of an archive. */
export interface TarEntry {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const BLOCK = 512;
/** Limit of eleven octal digits. A larger size is written in binary, as GNU tar does. */
const OCTAL_LIMIT = 8 ** 11;
const BINARY_MARK = 0x80_00_00_00;
const REGULAR_FILE = '0';
const [NAME, MODE, UID, GID, SIZE, MTIME, SUM, TYPE, MAGIC] = [0, 100, 108, 116, 124, 136, 148, 156, 257] as const;
const NAME_LENGTH = 100;
const SIZE_LENGTH = 12;
const SUM_LENGTH = 8;

/** Writes POSIX ustar (IEEE 1003.1), which any tool opens. Names must not exceed 100 bytes. */
export async function* writeTar(entries: AsyncIterable<TarEntry>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const { path, size, bytes } of entries) {
    yield header(path, size, at);
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`The archive's ${path} has ${written} bytes, not ${size}.`);
    if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK));
  }
  yield Buffer.alloc(2 * BLOCK);
}

function header(path: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > NAME_LENGTH) throw new Error(`The name ${path} is too long for an archive.`);
  block.write(path, NAME);
  block.write('0000644\0', MODE);
  block.write('0000000\0', UID);
  block.write('0000000\0', GID);
  if (size < OCTAL_LIMIT) block.write(`${size.toString(8).padStart(SIZE_LENGTH - 1, '0')}\0`, SIZE);
  else {
    block.writeUInt32BE(BINARY_MARK, SIZE);
    block.writeBigUInt64BE(BigInt(size), SIZE + SIZE_LENGTH - 8);
  }
  block.write(
    `${Math.floor(at.getTime() / 1_000)
      .toString(8)
      .padStart(11, '0')}\0`,
    MTIME,
  );
  block.write(REGULAR_FILE, TYPE);
  block.write('ustar\u000000', MAGIC);
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, SUM);
  return block;
}

/** Sum of all bytes, with the checksum field counted as blanks. */
function sumOf(block: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < BLOCK; index += 1)
    sum += index >= SUM && index < SUM + SUM_LENGTH ? 0x20 : (block[index] ?? 0);
  return sum;
}

/**
 * Reads the files of a tar in order. The bytes of each are read before the next is requested; unread bytes are skipped.
 * Anything but regular files is refused, links and folders included.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source);
  try {
    for (;;) {
      const block = await bytes.exactly(BLOCK);
      if (block.every((byte) => byte === 0)) return await requireEnd(bytes);
      const entry = entryOf(block);
      let left = entry.size;
      const content = async function* () {
        while (left > 0) {
          const chunk = await bytes.atMost(left);
          left -= chunk.length;
          yield chunk;
        }
      };
      yield { ...entry, bytes: content() };
      while (left > 0) left -= (await bytes.atMost(left)).length;
      if (entry.size % BLOCK > 0) await bytes.exactly(BLOCK - (entry.size % BLOCK));
    }
  } finally {
    await bytes.close();
  }
}

function entryOf(block: Buffer): Pick<TarEntry, 'path' | 'size'> {
  const text = (from: number, length: number) => {
    const end = block.indexOf(0, from);
    return block.toString('latin1', from, end < 0 ? from + length : Math.min(end, from + length));
  };
  if (text(MAGIC, 5) !== 'ustar' || Number.parseInt(text(SUM, SUM_LENGTH), 8) !== sumOf(block))
    throw badArchive('', 'format', 'It is not a tar file, or it is damaged.');
  const path = text(NAME, NAME_LENGTH);
  if (text(TYPE, 1) !== REGULAR_FILE) throw badArchive('', 'format', `'${printable(path)}' is no plain file.`);
  const size = sizeOf(block, text(SIZE, SIZE_LENGTH));
  if (!Number.isSafeInteger(size)) throw badArchive('', 'format', `The size of '${printable(path)}' is not a number.`);
  return { path, size };
}

function sizeOf(block: Buffer, text: string): number {
  if (block.readUInt32BE(SIZE) === BINARY_MARK) return Number(block.readBigUInt64BE(SIZE + SIZE_LENGTH - 8));
  return /^[0-7]+ *$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

export function printable(path: string): string {
  return path.replace(/[^\x20-\x7e]/g, '?');
}

/** Two blocks of zeros end a tar; more may follow as padding. */
async function requireEnd(bytes: ByteReader): Promise<void> {
  for (let chunk = await bytes.next(); chunk; chunk = await bytes.next())
    if (chunk.some((byte) => byte !== 0)) throw badArchive('', 'format', 'There is data after the end of the archive.');
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Null at the end. */
  async next(): Promise<Uint8Array | null> {
    if (this.#rest.length > 0) {
      const rest = this.#rest;
      this.#rest = Buffer.alloc(0);
      return rest;
    }
    const { value, done } = await this.#source.next();
    return done === true ? null : value;
  }

  async atMost(length: number): Promise<Uint8Array> {
    for (let chunk = await this.next(); chunk; chunk = await this.next()) {
      if (chunk.length === 0) continue;
      this.#rest = chunk.subarray(length);
      return chunk.subarray(0, length);
    }
    throw badArchive('', 'format', 'Its end is missing.');
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for (let left = length; left > 0;) {
      const part = await this.atMost(left);
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts, length);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
