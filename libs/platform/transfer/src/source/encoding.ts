import { invalidQuery } from '@cubit/core/host';
import { badFile } from './bad-file.js';

/** The most common encoding of Western text that is not UTF-8. All but five byte values are characters. */
const FALLBACK = 'windows-1252';

/** The data for detecting an encoding: the beginning of the file, and whether the whole file is UTF-8. */
export interface EncodingSigns {
  readonly head: Uint8Array;
  readonly utf8: boolean;
}

export function guessEncoding({ head, utf8 }: EncodingSigns): string {
  const [first = 0, second = 0] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Western text in UTF-16 without a mark has a zero in every other byte.
  if (second === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && second !== 0) return 'utf-16be';
  return utf8 ? 'utf-8' : FALLBACK;
}

/** The canonical name of an encoding; `400 invalid_query` if it is unknown. */
export function knownEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw invalidQuery('encoding', `'${name.slice(0, 50)}' is not an encoding that is known here.`);
  }
}

/** Decodes bytes, without the byte order mark. Fails if they are not valid in the encoding, or not text. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    let text: string;
    try {
      text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw badFile(`The file is not in the encoding ${encoding}; name another one with \`encoding\`.`, 'encoding');
    }
    if (text.includes('\0')) throw badFile('The file is not text: it holds NUL characters.', 'text');
    return text;
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}

/** Checks whether a sequence of chunks is UTF-8. */
export class Utf8Watch {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #holds = true;

  see(chunk: Uint8Array): void {
    if (this.#holds) this.#try(() => void this.#decoder.decode(chunk, { stream: true }));
  }

  /** Call after the last chunk. */
  end(): boolean {
    if (this.#holds) this.#try(() => void this.#decoder.decode());
    return this.#holds;
  }

  #try(decode: () => void): void {
    try {
      decode();
    } catch {
      this.#holds = false;
    }
  }
}
