import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { badFile } from './bad-file.js';
import { MAX_ROW_LENGTH, type SourceReader, type SourceRow } from './row.js';

export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** A first line by which spreadsheets name the separator: `sep=;`. */
const NAMED = /^\uFEFF?"?sep=(.)"?\r?\n/i;
/** Lines that are looked at where the first one has no separator. */
const LOOKED_AT = 30;

/** The most frequent separator of the first line that has one; a comma if none has. */
export function guessSeparator(head: string): string {
  const named = NAMED.exec(head)?.[1];
  if (named !== undefined) return named;
  let quoted = false;
  let lines = 0;
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  const most = () => [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  for (const character of head) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') {
      lines += 1;
      if (most()[1] > 0 || lines > LOOKED_AT) break;
    } else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return most()[0];
}

/** Reads CSV (RFC 4180) leniently: any line break, quotes within a cell, rows that are too short or too long. */
export async function readCsv(
  text: AsyncIterable<string>,
  { separator, partial = false }: { readonly separator: string; readonly partial?: boolean },
): Promise<SourceReader> {
  const records = recordsOf(text, { separator, partial });
  const first = await records.next();
  if (first.done === true) throw badFile('The file is empty: its first line must name the columns.', 'empty');
  const head = [first.value];
  // Only a first line of one cell may be a remark above the names of the columns.
  while (first.value.length === 1 && head.length < MAX_PREAMBLE) {
    const next = await records.next();
    if (next.done === true) break;
    head.push(next.value);
  }
  const at = headerIn(head);
  return { header: (head[at] ?? []).map((name) => name.trim()), rows: rowsOf(head.slice(at + 1), records) };
}

/** Records in which the names of the columns are looked for. */
const MAX_PREAMBLE = 20;
const FEWEST_COLUMNS = 3;

/** Index of the record that names the columns: the first, or the first wide one below remarks of one cell (TickTick, KiCad, `sep=;`). */
function headerIn(head: readonly (readonly string[])[]): number {
  const at = head.findIndex((cells) => cells.length > 1);
  const [wide, next] = [head[at], head[at + 1]];
  if (at <= 0 || !wide) return 0;
  if (at === 1 && /^sep=.?$/i.test(head[0]?.[0] ?? '')) return at;
  const isHeader =
    wide.length >= FEWEST_COLUMNS &&
    new Set(wide).size === wide.length &&
    wide.every((name) => !/^\s*[\d.,]+\s*$/.test(name)) &&
    (next === undefined || next.length === wide.length);
  return isHeader ? at : 0;
}

async function* rowsOf(
  read: readonly (readonly string[])[],
  records: AsyncGenerator<readonly string[]>,
): AsyncGenerator<SourceRow> {
  let number = 0;
  for (const cells of read) yield { number: (number += 1), cells };
  for await (const cells of records) yield { number: (number += 1), cells };
}

async function* recordsOf(
  text: AsyncIterable<string>,
  { separator, partial }: { readonly separator: string; readonly partial: boolean },
): AsyncGenerator<readonly string[]> {
  // A fault discards rows that the parser has buffered. A preview needs them, so it parses in small steps.
  const seen: string[][] = [];
  let given = 0;
  const parser = parse({
    ...(partial && { on_record: (record: string[]) => (seen.push(record), record) }),
    delimiter: separator,
    bom: true,
    // Set explicitly: otherwise the parser detects line breaks again at every character.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  const source = Readable.from(text, { objectMode: true });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const record of parser) {
      given += 1;
      yield record as readonly string[];
    }
  } catch (error) {
    if (!partial || !(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw asBadFile(error);
    yield* seen.slice(given);
  } finally {
    source.destroy();
  }
}

function asBadFile(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = typeof error['lines'] === 'number' ? ` near line ${error['lines']}` : '';
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return badFile(`A row${line} has more than ${MAX_ROW_LENGTH} characters.`, 'too_long');
    case 'CSV_QUOTE_NOT_CLOSED':
      return badFile('A quote is never closed, so everything after it would be one cell.', 'format');
    default:
      return badFile(`The file is not CSV${line}.`, 'format');
  }
}
