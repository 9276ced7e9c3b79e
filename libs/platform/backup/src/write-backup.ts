import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { type TarEntry, writeTar } from '@cubit/transfer';
import pg from 'pg';
import { BackupError } from './backup-error.js';
import { readCatalog } from './catalog.js';
import { copyOut } from './copy.js';
import {
  type BackupManifest,
  type BackupSums,
  FILES,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  SUMS,
  TABLES,
  type TableSum,
} from './format.js';

/** Identifies the content of a file. */
export interface ContentKey {
  readonly workspaceId: string;
  /** In hex. */
  readonly sha256: string;
}

export interface BackupSource {
  readonly connection: pg.ClientConfig;
  readonly contents: {
    has(key: ContentKey): Promise<boolean>;
    read(key: ContentKey): Promise<AsyncIterable<Uint8Array>>;
  };
  /** Version of the product. */
  readonly product: string;
  readonly at: Date;
  /** Called before each table, and before the files. */
  readonly onStep: (text: string) => void;
}

export interface WrittenBackup extends BackupSums {
  /** Of the file. */
  readonly bytes: number;
}

/** Only its owner may read it: it contains all secrets of the instance. */
const PRIVATE_FILE = 0o600;
const DIGITS = 4;

/**
 * Writes a backup of one snapshot, beside the running program. The file is complete, or it is not there. Throws a `BackupError` if it exists
 * already.
 */
export async function writeBackup(path: string, source: BackupSource): Promise<WrittenBackup> {
  if (await exists(path)) throw new BackupError(`'${path}' exists already; name another file.`);
  const unfinished = `${path}.unfinished`;
  const client = new pg.Client(source.connection);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0',
    );
    const sums: { written: BackupSums | null } = { written: null };
    await pipeline(
      Readable.from(
        writeTar(entriesOf(client, { ...source, onEnd: (written) => void (sums.written = written) }), source.at),
        {
          objectMode: false,
        },
      ),
      createZstdCompress(),
      createWriteStream(unfinished, { mode: PRIVATE_FILE }),
    );
    await client.query('commit');
    if (!sums.written) throw new Error('The backup ended without its sums.');
    await syncFile(unfinished);
    await rename(unfinished, path);
    return { ...sums.written, bytes: (await stat(path)).size };
  } finally {
    await client.end();
    await rm(unfinished, { force: true });
  }
}

interface Writing extends BackupSource {
  readonly onEnd: (sums: BackupSums) => void;
}

async function* entriesOf(client: pg.ClientBase, source: Writing): AsyncGenerator<TarEntry> {
  const manifest: BackupManifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    product: source.product,
    created_at: source.at.toISOString(),
    ...(await readCatalog(client)),
  };
  yield entry(MANIFEST, JSON.stringify(manifest));
  const tables: TableSum[] = [];
  for (const table of manifest.tables) {
    source.onStep(table.name);
    const pieces = copyOut(client, table);
    for (let number = 1; ; number += 1) {
      const { done, value } = await pieces.next();
      if (done === true) {
        tables.push(value);
        break;
      }
      yield entry(`${TABLES}/${table.name}/${String(number).padStart(DIGITS, '0')}`, value);
    }
  }
  source.onStep('files');
  const files = { count: 0, bytes: 0, missing: [] as string[] };
  yield* contentsOf(client, source, files);
  const sums: BackupSums = { tables, files };
  yield entry(SUMS, JSON.stringify(sums));
  source.onEnd(sums);
}

function entry(path: string, content: string | Buffer): TarEntry {
  const bytes = Buffer.from(content);
  return { path, size: bytes.length, bytes: [bytes] };
}

interface StoredContent extends ContentKey {
  readonly size: number;
}

/** Content whose file was deleted after the snapshot may be gone. */
async function* contentsOf(
  client: pg.ClientBase,
  { contents }: BackupSource,
  files: { count: number; bytes: number; missing: string[] },
): AsyncGenerator<TarEntry> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('file_content') is not null as found`,
  );
  if (tables[0]?.found !== true) return;
  const { rows } = await client.query<{ workspaceId: string; sha256: string; size: string }>(
    `select workspace_id as "workspaceId", encode(sha256, 'hex') as sha256, size::text from file_content order by workspace_id, sha256`,
  );
  for (const { size, ...key } of rows) {
    const content: StoredContent = { ...key, size: Number(size) };
    const name = `${key.workspaceId}/${key.sha256}`;
    if (!(await contents.has(key))) {
      files.missing.push(name);
      continue;
    }
    const onEnd = (isWhole: boolean) => {
      if (!isWhole) files.missing.push(name);
    };
    files.count += 1;
    files.bytes += content.size;
    yield { path: pathOf(key), size: content.size, bytes: exactly(await contents.read(key), content, onEnd) };
  }
}

/** The name of content in a backup: tar allows 100 characters. */
export function pathOf({ workspaceId, sha256 }: ContentKey): string {
  return `${FILES}/${workspaceId}/${Buffer.from(sha256, 'hex').toString('base64url')}`;
}

/** As many bytes as the table has, whatever is stored: one damaged file must not prevent a backup of everything else. */
async function* exactly(
  bytes: AsyncIterable<Uint8Array>,
  { size, sha256 }: StoredContent,
  onEnd: (isWhole: boolean) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let left = size;
  for await (const chunk of bytes) {
    hash.update(chunk);
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (part.length > 0) yield part;
  }
  if (left > 0) yield Buffer.alloc(left);
  onEnd(left === 0 && hash.digest('hex') === sha256);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
