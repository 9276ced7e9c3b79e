import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { quoted, type StoredTable, type TableSum } from './format.js';

/** Data of one piece, which is held in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Sends the data of a table in pieces, in the order of its key, and returns what it sent. */
export async function* copyOut(client: pg.ClientBase, table: StoredTable): AsyncGenerator<Buffer, TableSum, undefined> {
  const order = table.key.length > 0 ? table.key.map(quoted).join(', ') : `${quoted(table.name)}::text`;
  const stream = client.query(
    to(`copy (select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)} order by ${order}) to stdout`),
  );
  const hash = createHash('sha256');
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    parts.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(parts);
  return { name: table.name, rows: stream.rowCount, sha256: hash.digest('hex') };
}

/** Reads the whole table, and returns what `copyOut` would. */
export async function sumOf(client: pg.ClientBase, table: StoredTable): Promise<TableSum> {
  const pieces = copyOut(client, table);
  for (;;) {
    const { done, value } = await pieces.next();
    if (done === true) return value;
  }
}

/** Writes pieces into a table. */
export class CopyIn {
  readonly #name: string;
  readonly #stream: ReturnType<typeof from>;
  readonly #hash = createHash('sha256');
  readonly #ended: Promise<void>;

  constructor(client: pg.ClientBase, { name, columns }: StoredTable) {
    this.#name = name;
    this.#stream = client.query(from(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`));
    this.#ended = finished(this.#stream);
    // Awaited with the next piece, or at the end.
    this.#ended.catch(() => {});
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    if (this.#stream.write(chunk)) return;
    await Promise.race([new Promise<void>((resolve) => void this.#stream.once('drain', resolve)), this.#ended]);
  }

  /** Ends it without its data. The transaction fails. */
  async abort(): Promise<void> {
    this.#stream.destroy(new Error('The rest of the table is missing.'));
    await this.#ended.catch(() => {});
  }

  async end(): Promise<TableSum> {
    this.#stream.end();
    await this.#ended;
    return { name: this.#name, rows: this.#stream.rowCount, sha256: this.#hash.digest('hex') };
  }
}
