import { isCubitError } from '@cubit/core';
import { badFile } from './bad-file.js';
import { jsonRows } from './json-rows.js';
import { parseItem } from './parse-item.js';
import type { SourceRow } from './row.js';

/** Limit of a document that is read as a whole. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** The items of a JSON array one by one, or one JSON object as a whole. */
export async function* jsonItems(text: AsyncIterable<string>, { partial = false } = {}): AsyncGenerator<SourceRow> {
  const chunks = text[Symbol.asyncIterator]();
  let head = '';
  while (head.trim() === '') {
    const next = await chunks.next();
    if (next.done === true) break;
    head += next.value;
  }
  const all = resume(head, chunks);
  if (!head.trimStart().startsWith('{')) return yield* jsonRows(all, { partial });
  if (partial) return;
  yield { number: 1, value: parsed(await wholeOf(all)), whole: true };
}

/** An XML document as one item: `{ export: { components: { comp: [...] } } }`. Attributes have the prefix `@`, text is `#text`. */
export async function* xmlItems(text: AsyncIterable<string>, { partial = false } = {}): AsyncGenerator<SourceRow> {
  const whole = await wholeOf(text);
  if (partial) return;
  // Loaded for the first XML document: few processes read one.
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false });
  let value: unknown;
  try {
    value = parser.parse(whole, true);
  } catch {
    // The parser throws plain errors, all about the file.
    throw badFile('The file is not XML.');
  }
  yield { number: 1, value, whole: true };
}

function parsed(text: string): unknown {
  try {
    return parseItem(text);
  } catch (error) {
    if (!isCubitError(error)) throw error;
    throw badFile(error.message.replace(/^The body/, 'The file'));
  }
}

async function* resume(head: string, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

async function wholeOf(text: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    parts.push(chunk);
    length += chunk.length;
    if (length > MAX_LENGTH)
      throw badFile('The document is too large to be read as a whole; send an array of its records.', 'too_long');
  }
  return parts.join('');
}
