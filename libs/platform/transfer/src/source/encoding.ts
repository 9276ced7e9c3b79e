import { invalidQuery } from '@cubit/core/host';
import { badFile } from './bad-file.js';
import type { Utf8Signs } from './utf8-census.js';

/** The most common encoding of Western text that is not UTF-8. All but five byte values are characters. */
const FALLBACK = 'windows-1252';

/** The data for detecting an encoding. */
export interface EncodingSigns {
  /** The beginning of the file. */
  readonly head: Uint8Array;
  /** Of the whole file, or of its beginning for a preview. */
  readonly utf8: Utf8Signs;
}

/** `422` for a file that is UTF-8 but for some bytes: another encoding would make wrong characters of all others. */
export function guessEncoding({ head, utf8 }: EncodingSigns): string {
  const wide = wideEncoding(head);
  if (wide !== null) return wide;
  if (utf8.faults === 0) return 'utf-8';
  // Text in another encoding hardly ever has a sequence of bytes that is a character of UTF-8.
  if (utf8.characters > utf8.faults) throw notUtf8(utf8, 'in a file that is UTF-8 otherwise');
  return FALLBACK;
}

/** The encoding of a file of two bytes for each character; null for others. */
export function wideEncoding([first = 1, second = 1]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Western text in UTF-16 without a mark has a zero in every other byte.
  if (second === 0 && first !== 0) return 'utf-16le';
  return first === 0 && second !== 0 ? 'utf-16be' : null;
}

/** Names the place of the first byte that is not UTF-8. */
export function notUtf8({ first }: Utf8Signs, where: string): Error {
  const place = first ? `Line ${first.line}, character ${first.column} is not UTF-8, ${where}.` : 'It is not UTF-8.';
  return badFile(`${place} Correct it, or name the encoding of the whole file with \`encoding\`.`, 'encoding');
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
