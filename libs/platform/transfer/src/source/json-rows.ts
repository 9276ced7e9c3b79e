import { isCubitError, parseJson } from '@cubit/core';
import { badFile } from './bad-file.js';
import { MAX_ROW_DEPTH, MAX_ROW_LENGTH, SHOWN_LENGTH, type SourceRow } from './row.js';

/** A JSON value per line. A line that is none is a fault of that line alone. */
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
 * The items of one JSON array, each parsed by itself: the text is cut at the commas of the outermost level, so that memory holds one
 * item at a time. With `partial`, an end before the closing bracket is none of a fault.
 */
export async function* jsonRows(text: AsyncIterable<string>, { partial = false } = {}): AsyncGenerator<SourceRow> {
  let item = '';
  let depth = 0;
  let inText = false;
  let number = 0;
  let ended = false;
  const flush = (): SourceRow => {
    const row = rowOf((number += 1), item);
    if ('fault' in row) throw badFile(`Item ${number} of the array ${row.fault}`);
    item = '';
    return row;
  };
  for await (const chunk of text) {
    let from = 0;
    const keep = (to: number) => {
      item += chunk.slice(from, to);
      from = to;
      if (item.length > MAX_ROW_LENGTH) throw tooLong(number + 1);
    };
    for (let at = 0; at < chunk.length;) {
      if (inText) {
        const end = endOfText(chunk, at, item + chunk.slice(from, at));
        if (end < 0) break;
        inText = false;
        at = end + 1;
        continue;
      }
      BRACKETS.lastIndex = at;
      const found = BRACKETS.exec(chunk);
      if (!found) break;
      const { index } = found;
      const [mark] = found;
      at = index + 1;
      if (mark === '"') inText = true;
      else if (mark === ',' && depth === 1) {
        keep(index);
        from = at;
        yield flush();
      } else if (mark === '[' || mark === '{') {
        depth += 1;
        if (depth > 1) continue;
        if (mark === '{' || ended || chunk.slice(from, index).trim() !== '')
          throw badFile('The file is not a JSON array.');
        from = at;
      } else if (mark === ']' || mark === '}') {
        depth -= 1;
        if (depth > 0) continue;
        keep(index);
        from = at;
        ended = true;
        if (item.trim() !== '') yield flush();
        else if (number > 0) throw badFile('The array ends with a comma.');
      }
    }
    keep(chunk.length);
    if (depth === 0 && item.trim() !== '') throw badFile('The file is not one JSON array and nothing else.');
    if (depth === 0) item = '';
  }
  if (!ended && !partial) throw badFile('The file is not a whole JSON array: its end is missing.');
}

/** Where the text that is open at `from` ends; -1 where it goes on in the next chunk. `before` is what of it came already. */
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
    return { number, value: parseJson(Buffer.from(text), MAX_ROW_DEPTH) };
  } catch (error) {
    if (!isCubitError(error)) throw error;
    return { number, fault: error.message.replace(/^The body/, 'It'), text: text.slice(0, SHOWN_LENGTH) };
  }
}

function tooLong(number: number): Error {
  return badFile(`Row ${number} has more than ${MAX_ROW_LENGTH} characters.`, 'too_long');
}
