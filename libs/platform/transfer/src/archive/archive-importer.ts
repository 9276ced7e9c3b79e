import { createHash } from 'node:crypto';
import { type FileContents, lockSchema, raiseSchemaVersion, type WorkspaceTransaction } from '@cubit/records';
import { isCubitError, validate } from '@cubit/core';
import type { ArchivePart, ArchiveTarget, CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';
import type { Actor, WorkspaceAccess, WorkspaceSchema } from '@cubit/core/host';
import { asArchiveFault, badArchive, badArchiveAt } from './archive-fault.js';
import { lineBatches, readDocument } from './archive-lines.js';
import { CHECKSUMS, checksumsSchema, CONTENTS, MANIFEST, rowsIn, type Checksums, type Manifest } from './manifest.js';
import { Members } from './people.js';
import { fileOf } from './rows.js';
import { readManifest, applyManifest } from './apply-manifest.js';
import { historyStep, partStep, recordSteps, type ImportStep, type ImportStepContext } from './import-steps.js';
import { printable, type TarEntry } from './tar.js';
import { sql } from 'kysely';

export interface ArchiveImporterOptions {
  readonly host: CapabilityHost;
  readonly parts: readonly ArchivePart[];
  readonly contents: FileContents;
  readonly workspace: WorkspaceAccess & { readonly userId: string };
  readonly actor: Actor;
  readonly signal: AbortSignal;
  progress(done: number, total: number): void;
}

/** The result, and the people of the archive who are not members. */
export interface ImportedArchive {
  readonly manifest: Manifest;
  readonly counts: Readonly<Record<string, number>>;
  readonly unknownPeople: readonly string[];
}

const ENTRY_PATH = /^([a-z0-9_/-]+)\/([0-9a-z]+)(?:\.ndjson)?$/;

/** Imports an archive into a workspace in one transaction: completely, or not at all. */
export class ArchiveImporter {
  readonly #options: ArchiveImporterOptions;
  readonly #tx: Transaction;
  readonly #members: Members;
  readonly #sums: Checksums['files'] = [];
  readonly #counts = new Map<string, number>();
  /** Files of a folder so far. Their numbers have no gaps. */
  readonly #numbers = new Map<string, number>();
  #schema: WorkspaceSchema;
  #transaction: WorkspaceTransaction;
  #place = MANIFEST;
  #done = 0;

  private constructor(options: ArchiveImporterOptions, tx: Transaction, members: Members) {
    this.#options = options;
    this.#tx = tx;
    this.#members = members;
    this.#schema = options.workspace.schema;
    this.#transaction = options.host.enter({ tx, workspace: options.workspace, actor: options.actor });
  }

  static async run(
    options: ArchiveImporterOptions,
    tx: Transaction,
    entries: AsyncIterable<TarEntry>,
  ): Promise<ImportedArchive> {
    const taking = new ArchiveImporter(options, tx, await Members.of(tx.db, options.workspace.id));
    try {
      return await taking.#run(entries);
    } catch (error) {
      const fault = asArchiveFault(error, taking.#place);
      if (!isCubitError(fault) || fault.code !== 'already_exists') throw fault;
      // The workspace was empty, so the archive contains it twice.
      throw fault.details.length > 0
        ? badArchiveAt(fault.details)
        : badArchive(taking.#place, 'already_exists', `${fault.message} From here on something is there twice.`);
    }
  }

  async #run(entries: AsyncIterable<TarEntry>): Promise<ImportedArchive> {
    const { workspace, parts } = this.#options;
    await lockSchema(this.#tx, workspace.id);
    await this.#options.contents.reserve(this.#tx, workspace.id);
    const iterator = entries[Symbol.asyncIterator]();
    try {
      const manifest = await this.#takeManifest((await iterator.next()).value as TarEntry | undefined);
      await this.#readSchema();
      const of = (stage: ArchivePart['stage']) =>
        parts.filter((part) => part.stage === stage).map((part) => partStep(part, this.#taking()));
      const steps: readonly ImportStep[] = [
        ...of('schema'),
        { folder: '', take: () => Promise.resolve(), end: () => this.#readSchema() },
        ...recordSteps(this.#taking()),
        historyStep(this.#taking()),
        { folder: CONTENTS, take: () => Promise.resolve() },
        ...of('content'),
        ...of('automation'),
      ];
      await this.#takeSteps(steps, { iterator, total: rowsIn(manifest) });
      await raiseSchemaVersion(this.#tx, workspace.id);
      return { manifest, counts: Object.fromEntries(this.#counts), unknownPeople: this.#members.unknown };
    } finally {
      await iterator.return?.();
    }
  }

  async #takeManifest(entry: TarEntry | undefined): Promise<Manifest> {
    if (entry?.path !== MANIFEST) throw badArchive('', 'format', `It does not begin with ${MANIFEST}.`);
    const { registry, secrets } = this.#options.host.services;
    const { value, sha256 } = await readDocument(entry);
    const manifest = readManifest(value, registry);
    this.#sums.push({ path: entry.path, size: entry.size, sha256 });
    await applyManifest(this.#tx, { workspaceId: this.#options.workspace.id, registry, secrets, manifest });
    return manifest;
  }

  /** The workspace with every module enabled: records of disabled modules are imported too. */
  async #readSchema(): Promise<void> {
    const { host, workspace, actor } = this.#options;
    this.#schema = await host.services.workspaces.readWhole(this.#tx.db, workspace.id);
    this.#transaction = host.enter({ tx: this.#tx, workspace: { ...workspace, schema: this.#schema }, actor });
  }

  /** Finds the step of a file. A file of a step that has ended is refused. */
  async #takeSteps(
    steps: readonly ImportStep[],
    { iterator, total }: { readonly iterator: AsyncIterator<TarEntry>; readonly total: number },
  ): Promise<void> {
    let at = 0;
    await steps[0]?.begin?.();
    const advance = async (to: number) => {
      for (; at < to; at += 1) {
        await withoutNestedLoops(this.#tx, async () => steps[at]?.end?.());
        await steps[at + 1]?.begin?.();
      }
    };
    for (;;) {
      const { value, done } = await iterator.next();
      if (done === true) throw badArchive('', 'format', 'Its end is missing.');
      const entry = value;
      this.#place = printable(entry.path);
      if (entry.path === CHECKSUMS) {
        await advance(steps.length);
        await this.#check(entry);
        if ((await iterator.next()).done !== true) throw badArchive(CHECKSUMS, 'format', 'There are files after it.');
        return;
      }
      const [, folder = '', name = ''] = ENTRY_PATH.exec(entry.path) ?? [];
      const step = folder === '' ? -1 : steps.findIndex((one) => one.folder === folder);
      if (step < 0) throw badArchive(this.#place, 'unknown', 'This instance does not know this kind of file.');
      if (step < at) throw badArchive(this.#place, 'order', 'It is out of order in the archive.');
      await advance(step);
      if (folder === CONTENTS) await this.#takeContent(entry, name);
      else await this.#takeLines(entry, { folder, step: steps[step] as ImportStep, total });
    }
  }

  async #takeLines(
    entry: TarEntry,
    { folder, step, total }: { readonly folder: string; readonly step: ImportStep; readonly total: number },
  ): Promise<void> {
    const number = (this.#numbers.get(folder) ?? 0) + 1;
    this.#numbers.set(folder, number);
    if (entry.path !== fileOf(folder, number))
      throw badArchive(this.#place, 'order', `${fileOf(folder, number)} should stand here.`);
    const hash = createHash('sha256');
    for await (const lines of lineBatches(entry, hash)) {
      this.#options.signal.throwIfAborted();
      this.#place = lines[0]?.place ?? this.#place;
      await step.take(lines);
      if (step.counted !== true) continue;
      this.#done += lines.length;
      this.#options.progress(Math.min(this.#done, total), total);
    }
    this.#sums.push({ path: entry.path, size: entry.size, sha256: hash.digest('hex') });
  }

  async #takeContent({ path, size, bytes }: TarEntry, sha256: string): Promise<void> {
    const { contents, workspace, signal } = this.#options;
    signal.throwIfAborted();
    if (path !== `${CONTENTS}/${sha256}` || !/^[0-9a-f]{64}$/.test(sha256))
      throw badArchive(printable(path), 'unknown', 'Files in this folder must be named by their SHA-256.');
    // A fault of the archive itself, such as a wrong sum at its end, has its own place.
    let ofTheArchive: unknown;
    const watched = (async function* () {
      try {
        yield* bytes as AsyncIterable<Uint8Array>;
      } catch (error) {
        ofTheArchive = error;
        throw error;
      }
    })();
    try {
      await contents.take(this.#tx, workspace.id, { sha256, size, bytes: watched });
    } catch (error) {
      if (error === ofTheArchive || !isCubitError(error) || error.code !== 'validation_failed') throw error;
      throw badArchiveAt(error.details.map((detail) => ({ ...detail, path: `${path}${detail.path}` })));
    }
    this.#counts.set(CONTENTS, (this.#counts.get(CONTENTS) ?? 0) + 1);
  }

  /** Compares what was read with the checksums, file by file. */
  async #check(entry: TarEntry): Promise<void> {
    const { value } = await readDocument(entry);
    const faults = validate(checksumsSchema, value, CHECKSUMS);
    if (faults.length > 0) throw badArchiveAt(faults);
    const { files } = value as Checksums;
    for (const [index, file] of this.#sums.entries()) {
      const written = files[index];
      if (written?.path !== file.path || written.size !== file.size || written.sha256 !== file.sha256)
        throw badArchive(file.path, 'checksum', `Its checksum differs from that in ${CHECKSUMS}.`);
    }
    const missing = files[this.#sums.length];
    if (missing) throw badArchive(printable(missing.path), 'checksum', 'It is missing from the archive.');
  }

  #taking(): ImportStepContext {
    const { host, workspace } = this.#options;
    return {
      registry: host.services.registry,
      transaction: () => this.#transaction,
      target: (): ArchiveTarget => ({
        tx: this.#tx,
        workspaceId: workspace.id,
        schema: this.#schema,
        importer: workspace.userId,
        memberOf: this.#members.idOf,
      }),
      count: (folder, rows) => void this.#counts.set(folder, (this.#counts.get(folder) ?? 0) + rows),
    };
  }
}

/**
 * For statements over rows that this transaction has written. PostgreSQL has no statistics of them: it estimates the workspace as empty
 * and would choose a nested loop over all of its rows.
 */
async function withoutNestedLoops<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx.db);
  const result = await work();
  await sql`set local enable_nestloop to default`.execute(tx.db);
  return result;
}
