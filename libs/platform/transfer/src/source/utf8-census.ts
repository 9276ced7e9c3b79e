import { isAscii } from 'node:buffer';

/** What the bytes of a file say about its being UTF-8. */
export interface Utf8Signs {
  /** Characters of several bytes. */
  readonly characters: number;
  /** Bytes, or beginnings of characters, that are not UTF-8. */
  readonly faults: number;
  /** Where the first fault is, from 1; null without one. */
  readonly first: { readonly line: number; readonly column: number } | null;
}

const LINE_FEED = 0x0a;
const ASCII_END = 0x80;
const NEXT = [0x80, 0xbf] as const;

interface Beginning {
  readonly from: number;
  readonly to: number;
  /** Bytes that follow. */
  readonly left: number;
  /** Values of the first of them. */
  readonly range: readonly [number, number];
}

/** First bytes of characters of several bytes: RFC 3629, section 4. */
const BEGINNINGS: readonly Beginning[] = [
  { from: 0xc2, to: 0xdf, left: 1, range: NEXT },
  { from: 0xe0, to: 0xe0, left: 2, range: [0xa0, 0xbf] },
  { from: 0xe1, to: 0xec, left: 2, range: NEXT },
  { from: 0xed, to: 0xed, left: 2, range: [0x80, 0x9f] },
  { from: 0xee, to: 0xef, left: 2, range: NEXT },
  { from: 0xf0, to: 0xf0, left: 3, range: [0x90, 0xbf] },
  { from: 0xf1, to: 0xf3, left: 3, range: NEXT },
  { from: 0xf4, to: 0xf4, left: 3, range: [0x80, 0x8f] },
];

/** By the value of the byte. */
const BEGINNING_OF = Array.from({ length: 256 }, (_, byte) =>
  BEGINNINGS.find(({ from, to }) => byte >= from && byte <= to),
);

/** Counts the characters of a sequence of chunks that are UTF-8 and those that are not. */
export class Utf8Census {
  #characters = 0;
  #faults = 0;
  #first: Utf8Signs['first'] = null;
  #line = 1;
  /** Characters of the line so far. */
  #column = 0;
  /** Bytes that the current character still has. */
  #left = 0;
  #range: readonly [number, number] = NEXT;

  see(chunk: Uint8Array): void {
    if (this.#left === 0 && isAscii(chunk)) return this.#seeAscii(chunk);
    for (const byte of chunk) {
      if (this.#left > 0 && this.#continues(byte)) continue;
      this.#begin(byte);
    }
  }

  /** The signs so far: a character that is not complete yet is no fault. */
  signs(): Utf8Signs {
    return { characters: this.#characters, faults: this.#faults, first: this.#first };
  }

  /** Call after the last chunk. */
  end(): Utf8Signs {
    if (this.#left > 0) this.#fault();
    this.#left = 0;
    return this.signs();
  }

  #seeAscii(chunk: Uint8Array): void {
    // The place is of interest up to the first fault.
    if (this.#first) return;
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      this.#line += 1;
      this.#column = 0;
      start = at + 1;
    }
    this.#column += chunk.length - start;
  }

  #continues(byte: number): boolean {
    const [from, to] = this.#range;
    this.#range = NEXT;
    if (byte < from || byte > to) {
      this.#fault();
      this.#left = 0;
      return false;
    }
    this.#left -= 1;
    if (this.#left === 0) this.#characters += 1;
    return true;
  }

  #begin(byte: number): void {
    if (byte === LINE_FEED) {
      this.#line += 1;
      this.#column = 0;
      return;
    }
    this.#column += 1;
    if (byte < ASCII_END) return;
    const beginning = BEGINNING_OF[byte];
    if (!beginning) return this.#fault();
    this.#left = beginning.left;
    this.#range = beginning.range;
  }

  #fault(): void {
    this.#faults += 1;
    this.#first ??= { line: this.#line, column: this.#column };
  }
}
