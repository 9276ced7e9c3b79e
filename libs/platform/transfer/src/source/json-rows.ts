import { isCubitError } from '@cubit/core';
import { badFile } from './bad-file.js';
import { parseItem } from './parse-item.js';
import { MAX_ROW_LENGTH, SHOWN_LENGTH, type SourceRow } from './row.js';

/** One JSON value per line. A malformed line is a fault of that line only. */
export async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let rest = '';
  let number = 0;
  const row = (line: string): SourceRow | null => (line.trim() === '' ? null : rowOf((number += 1), line));
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_ROW_LENGTH) throw tooLong(number + 1);
    for (const line of lines) {
      if (line.length > MAX_ROW_LENGTH) throw tooLong(number + 1);
      const made = row(line);
      if (made) yield made;
    }
  }
  const last = row(rest);
  if (last) yield last;
}

const BRACKETS = /["[\]{},]/g;

/**
 * The items of one JSON array, each parsed by itself: the text is cut at the commas of the outermost level, so memory holds one item at a
 * time. With `partial`, the end of the array may be missing.
 */
export async function* jsonRows(text: AsyncIterable<string>, { partial = false } = {}): AsyncGenerator<SourceRow> {
  const scanner = new ArrayScanner();
  for await (const chunk of text) yield* scanner.scan(chunk);
  if (!scanner.ended && !partial) throw badFile('The file is not a complete JSON array: its end is missing.');
}

/** Cuts the text of a JSON array into items. State is kept between chunks. */
class ArrayScanner {
  ended = false;
  #item = '';
  #depth = 0;
  #inText = false;
  #number = 0;

  *scan(chunk: string): Generator<SourceRow> {
    /** Where the text begins that is not in `#item` yet. */
    let from = 0;
    let at = 0;
    while (at < chunk.length) {
      const index = this.#inText ? this.#closingQuote(chunk, from, at) : nextMark(chunk, at);
      if (index < 0) break;
      at = index + 1;
      if (this.#inText) {
        this.#inText = false;
        continue;
      }
      const rows = this.#handleMark(chunk, from, index);
      if (rows === null) continue;
      from = at;
      yield* rows;
    }
    this.#append(chunk.slice(from));
    if (this.#depth > 0) return;
    if (this.#item.trim() !== '') throw badFile('The file contains more than one JSON array.');
    this.#item = '';
  }

  #closingQuote(chunk: string, from: number, at: number): number {
    return endOfText(chunk, at, this.#item + chunk.slice(from, at));
  }

  /** Null: the mark belongs to an item. Otherwise the text is cut here, and the rows are complete. */
  #handleMark(chunk: string, from: number, index: number): readonly SourceRow[] | null {
    switch (chunk.charAt(index)) {
      case '"':
        this.#inText = true;
        return null;
      case ',':
        if (this.#depth !== 1) return null;
        this.#append(chunk.slice(from, index));
        return [this.#flush()];
      case '[':
      case '{':
        this.#depth += 1;
        if (this.#depth > 1) return null;
        if (chunk.charAt(index) === '{' || this.ended || chunk.slice(from, index).trim() !== '')
          throw badFile('The file is not a JSON array.');
        return [];
      default:
        this.#depth -= 1;
        if (this.#depth > 0) return null;
        this.#append(chunk.slice(from, index));
        this.ended = true;
        if (this.#item.trim() !== '') return [this.#flush()];
        if (this.#number > 0) throw badFile('The array ends with a comma.');
        return [];
    }
  }

  #append(text: string): void {
    this.#item += text;
    if (this.#item.length > MAX_ROW_LENGTH) throw tooLong(this.#number + 1);
  }

  #flush(): SourceRow {
    this.#number += 1;
    const row = rowOf(this.#number, this.#item);
    if ('fault' in row) throw badFile(`Item ${this.#number} of the array ${row.fault}`);
    this.#item = '';
    return row;
  }
}

function nextMark(chunk: string, at: number): number {
  BRACKETS.lastIndex = at;
  return BRACKETS.exec(chunk)?.index ?? -1;
}

/** Index of the quote that closes the string; -1 if it is not in this chunk. `before` is the part of the item before `from`. */
function endOfText(chunk: string, from: number, before: string): number {
  for (let end = chunk.indexOf('"', from); end >= 0; end = chunk.indexOf('"', end + 1)) {
    let slashes = 0;
    while (end - slashes - 1 >= from && chunk.charAt(end - slashes - 1) === '\\') slashes += 1;
    if (end - slashes === from)
      for (let at = before.length - 1; at >= 0 && before.charAt(at) === '\\'; at -= 1) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function rowOf(number: number, text: string): SourceRow {
  try {
    return { number, value: parseItem(text) };
  } catch (error) {
    if (!isCubitError(error)) throw error;
    return { number, fault: error.message.replace(/^The body/, 'It'), text: text.slice(0, SHOWN_LENGTH) };
  }
}

function tooLong(number: number): Error {
  return badFile(`Row ${number} has more than ${MAX_ROW_LENGTH} characters.`, 'too_long');
}
