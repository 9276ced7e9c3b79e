import { invalidQuery } from '@cubit/core';
import { badFile } from './bad-file.js';

/** What a text that is not UTF-8 most often is in the West: every byte but five is a character of it. */
const FALLBACK = 'windows-1252';

/** What of a file tells its encoding: its beginning, and whether all of it is UTF-8. */
export interface EncodingSigns {
  readonly head: Uint8Array;
  readonly utf8: boolean;
}

export function guessEncoding({ head, utf8 }: EncodingSigns): string {
  const [first = 0, second = 0] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return utf8 ? 'utf-8' : FALLBACK;
}

/** The name as the platform has it; `400 invalid_query` where it knows none. */
export function knownEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw invalidQuery('encoding', `'${name.slice(0, 50)}' is not an encoding that is known here.`);
  }
}

/** Bytes as text, without a byte order mark. Fails where they are not of the encoding, or not text at all. */
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

/** Whether bytes that come one chunk after the other are UTF-8. */
export class Utf8Watch {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #holds = true;

  see(chunk: Uint8Array): void {
    if (this.#holds) this.#try(() => void this.#decoder.decode(chunk, { stream: true }));
  }

  /** Once all of it was seen. */
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
