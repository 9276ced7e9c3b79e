import type { ArchivePart, ArchiveSource } from '@cubit/runtime';
import { secretSettings } from '@cubit/core/host';
import type { Database } from '@cubit/database';
import type { FileContents, KernelServices } from '@cubit/records';
import { CHECKSUMS, CONTENTS, FORMAT, FORMAT_VERSION, MANIFEST, rowsIn, type Manifest } from './manifest.js';
import { countHistory, historyLines } from './history-lines.js';
import { countRecords, folderOf, recordLines } from './record-lines.js';
import { lineFiles, Sums } from './rows.js';
import { writeTar, type TarEntry } from './tar.js';
import { gzip } from './zip-stream.js';

export interface WriteArchiveOptions {
  readonly services: Pick<KernelServices, 'registry' | 'settings'>;
  readonly parts: readonly ArchivePart[];
  readonly contents: FileContents;
  readonly source: ArchiveSource;
  readonly at: Date;
  readonly signal: AbortSignal;
  progress(done: number, total: number): void;
}

/** Streams a workspace as a gzipped tar with one line of JSON per row. Memory holds only the file being written. */
export async function writeArchive(
  writing: WriteArchiveOptions,
): Promise<{ readonly manifest: Manifest; readonly bytes: AsyncIterable<Uint8Array> }> {
  const manifest = await manifestOf(writing);
  return { manifest, bytes: gzip(writeTar(entriesOf(writing, manifest), writing.at)) };
}

async function* entriesOf(writing: WriteArchiveOptions, manifest: Manifest): AsyncGenerator<TarEntry> {
  const { parts, source, services, contents } = writing;
  const sums = new Sums();
  const total = rowsIn(manifest);
  let done = 0;
  const counted = async function* (lines: AsyncIterable<string>) {
    for await (const line of lines) {
      writing.signal.throwIfAborted();
      yield line;
      done += 1;
      writing.progress(done, total);
    }
  };
  const partsOf = async function* (stage: ArchivePart['stage']) {
    for (const part of parts.filter((one) => one.stage === stage))
      yield* lineFiles(sums, part.name, texts(part.rows(source)));
  };
  yield sums.entry(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  yield* partsOf('schema');
  for (const kind of services.registry.kinds.values())
    yield* lineFiles(sums, folderOf(kind), counted(recordLines(source, kind)));
  yield* lineFiles(sums, 'history', counted(historyLines(source)));
  for await (const { sha256, size } of contents.list(source.db, source.workspaceId)) {
    writing.signal.throwIfAborted();
    yield { path: `${CONTENTS}/${sha256}`, size, bytes: await contents.read(source.workspaceId, sha256) };
  }
  yield* partsOf('content');
  yield* partsOf('automation');
  yield sums.entry(CHECKSUMS, `${JSON.stringify({ files: sums.files })}\n`);
}

async function* texts(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield JSON.stringify(row);
}

async function manifestOf({ services, source, at }: WriteArchiveOptions): Promise<Manifest> {
  const { registry, settings } = services;
  const { name, slug, settings: kept } = await workspaceOf(source.db, source.workspaceId);
  const rows = await source.db
    .selectFrom('workspace_module')
    .select(['module', 'enabled', 'settings'])
    .where('workspace_id', '=', source.workspaceId)
    .execute();
  const states = new Map(rows.map((row) => [row.module, row]));
  const records: Record<string, number> = {};
  for (const kind of registry.kinds.values()) records[kind.id] = await countRecords(source, kind);
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    product: settings.version,
    created_at: at.toISOString(),
    workspace: { slug, name, settings: kept },
    modules: [...registry.modules.values()].map(({ name: module, definition }) => ({
      name: module,
      version: definition.version,
      enabled: definition.always === true || states.get(module)?.enabled === true,
      settings: Object.fromEntries(
        Object.entries(states.get(module)?.settings ?? {}).filter(
          ([name]) => !secretSettings(definition).includes(name),
        ),
      ),
    })),
    counts: { records, history: await countHistory(source) },
  };
}

function workspaceOf(db: Database['db'], workspaceId: string) {
  return db
    .selectFrom('workspace')
    .select(['name', 'slug', 'settings'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}
