import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { KindHookContext } from '../contract/context.js';
import type { AnyRecord, RecordChange, RecordDraft } from '../contract/kind.js';
import type { AnyKind } from '../contract/module.js';
import type { Transaction } from '../database/transaction.js';
import { fail, notFound } from '../errors/cubit-error.js';
import type { Actor } from '../events/actor.js';
import type { FilePort } from '../files/file-port.js';
import { filesOf } from '../files/file-references.js';
import type { RegisteredKind } from '../registry/registered.js';
import type { Registry } from '../registry/registry.js';
import { settleTags } from '../tags/settle-tags.js';
import { validate } from '../validation/validate.js';
import type { WorkspaceSchema } from '../workspace/workspace-schema.js';
import { checkLinks } from './check-links.js';
import { byElement, changesBetween, type FieldChange } from './changes.js';
import { compact } from './compact.js';
import { HeldRecords } from './held-records.js';
import type { Journal } from './journal.js';
import { checkTransition } from './lifecycle-check.js';
import { normaliseFields } from './normalise.js';
import { defaultsOf, draftOf, titleOf, type WriteItem } from './record-draft.js';
import type { RecordShape } from './record-shape.js';
import { storedReferencesOf, without } from './references.js';
import { asAlreadyExists, insertRecords, markDeleted, updateRecords } from './record-statements.js';
import { releaseReferences } from './release-references.js';
import { EVENT_OF, eventPayload, historyOf } from './write-news.js';

type Fields = Readonly<Record<string, unknown>>;

export interface CreateItem extends WriteItem {
  /** Of a record that comes from elsewhere (an import) and keeps its id, which must be free. Default: a fresh one. */
  readonly id?: string;
  readonly fields: Fields;
  readonly tags?: readonly string[];
}

export interface UpdateItem extends WriteItem {
  readonly id: string;
  /** The fields as they shall be, made from those that are. */
  readonly change: (before: AnyRecord) => Fields;
  readonly tags?: readonly string[];
}

export interface RemoveItem extends WriteItem {
  readonly id: string;
}

export interface WriterOptions {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly workspaceId: string;
  readonly schema: WorkspaceSchema;
  readonly actor: Actor;
  readonly newId: () => string;
  readonly journal: Journal;
  readonly files: FilePort;
  /** The context that the hooks of a kind are handed. */
  readonly hookContext: (kind: RegisteredKind, action: string | null) => KindHookContext;
  readonly emit: (kind: RegisteredKind, event: NonNullable<AnyKind['emits']>[number], payload: Fields) => void;
}

interface Prepared {
  readonly draft: RecordDraft<AnyKind>;
  readonly tags: readonly string[];
  readonly note: unknown;
}

/** Records that are being written. */
interface Outcome {
  readonly records: readonly AnyRecord[];
  readonly written: Promise<void>;
  readonly action: string | null;
}

/** Fewer records are written in less time than it takes to let their statement go out first. */
const WORTH_OVERLAPPING = 50;

/**
 * Every write of records goes through here, whoever asks: hooks, validation, lifecycle, references, the statement itself,
 * history and events. Each call is a few statements, however many records it is about.
 */
export class RecordWriter {
  readonly held: HeldRecords;
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
    const { tx, workspaceId, registry } = options;
    this.held = new HeldRecords({ tx, workspaceId, kindOf: (id) => registry.kinds.get(id) });
  }

  async create(
    kind: RegisteredKind,
    items: readonly CreateItem[],
    action: string | null,
  ): Promise<readonly AnyRecord[]> {
    const { newId, tx, actor } = this.#options;
    const shape = this.#shapeOf(kind);
    const settled = await this.#settleTags(items);
    const prepared = items.map((item): Prepared => {
      const fields = normaliseFields(shape, { ...defaultsOf(shape), ...compact(item.fields) });
      return {
        draft: draftOf('create', { id: item.id ?? newId(), before: null, fields, item }),
        tags: settled(item.tags ?? []),
        note: item.note,
      };
    });
    await this.#settle(kind, prepared, action);
    const at = tx.now.toISOString();
    const records = prepared.map(({ draft, tags }): AnyRecord => ({
      id: draft.id,
      kind: kind.id,
      title: draft.title,
      fields: draft.fields,
      tags,
      version: 1,
      created_at: at,
      updated_at: at,
      created_by: actor.id,
      deleted_at: null,
    }));
    const written = this.#execute(kind, prepared, () => insertRecords(kind, records, this.#stamp()).execute(tx.db));
    await this.#conclude(kind, prepared, { records, written, action });
    return records;
  }

  async update(
    kind: RegisteredKind,
    items: readonly UpdateItem[],
    action: string | null,
  ): Promise<readonly AnyRecord[]> {
    const { tx } = this.#options;
    const shape = this.#shapeOf(kind);
    // Before the records: whoever renames a tag holds it first and then the records too.
    const settled = await this.#settleTags(items);
    const before = await this.held.lock(
      kind,
      items.map((item) => item.id),
    );
    const prepared = items.map((item): Prepared => {
      const record = before.get(item.id) ?? missing(kind, item.prefix);
      const fields = normaliseFields(shape, item.change(record));
      const draft = draftOf('update', { id: item.id, before: record, fields, item });
      if (kind.definition.lifecycle) this.#checkLifecycle(kind, draft, action);
      return { draft, tags: item.tags ? settled(item.tags) : record.tags, note: item.note };
    });
    await this.#settle(kind, prepared, action);
    const at = tx.now.toISOString();
    const changed: Prepared[] = [];
    const records: AnyRecord[] = [];
    for (const item of prepared) {
      const record = draftedRecord(item);
      const differences = changesBetween(item.draft.before, record);
      if (differences.length === 0) continue;
      changed.push(item);
      records.push(isTally(shape, differences) ? record : { ...record, version: record.version + 1, updated_at: at });
    }
    if (records.length > 0) {
      const written = this.#execute(kind, changed, () => updateRecords(kind, records, this.#stamp()).execute(tx.db));
      await this.#conclude(kind, changed, { records, written, action });
    }
    return items.map((item) => this.held.get(item.id) ?? missing(kind, item.prefix));
  }

  /** Into the trash. References that forbid it give `409 in_use`, those that allow it are emptied. */
  async remove(kind: RegisteredKind, items: readonly RemoveItem[], action: string | null): Promise<void> {
    const { tx, workspaceId, journal } = this.#options;
    const shape = this.#shapeOf(kind);
    const before = await this.held.lock(
      kind,
      items.map((item) => item.id),
      'delete',
    );
    const prepared = items.map((item): Prepared => {
      const record = before.get(item.id) ?? missing(kind, item.prefix);
      const draft = draftOf('delete', { id: item.id, before: record, fields: record.fields, item });
      return { draft: Object.assign(draft, { title: record.title }), tags: record.tags, note: item.note };
    });
    await kind.definition.beforeWrite?.(
      this.#hooks(kind, action),
      prepared.map(({ draft }) => draft),
    );
    await releaseReferences(
      { ...this.#options, writer: this, action },
      kind,
      prepared.map(({ draft }) => draft),
    );
    await markDeleted(
      kind,
      items.map((item) => item.id),
      { workspaceId, at: tx.now, deletedAt: tx.now },
    ).execute(tx.db);
    for (const { draft } of prepared)
      journal.forget({ id: draft.id, kind: kind.id }, storedReferencesOf(shape, draft.fields));
    const at = tx.now.toISOString();
    await this.#announce(
      kind,
      prepared,
      (record) => ({ ...record, version: record.version + 1, updated_at: at, deleted_at: at }),
      { action },
    );
  }

  /** Out of the trash. What they refer to must still be there, and their unique values still free. */
  async restore(kind: RegisteredKind, items: readonly RemoveItem[]): Promise<readonly AnyRecord[]> {
    const { tx, workspaceId, journal } = this.#options;
    const shape = this.#shapeOf(kind);
    const ids = items.map((item) => item.id);
    const trashed = await this.held.lockTrashed(kind, ids);
    const prepared = items.map((item): Prepared => {
      const record = trashed.get(item.id) ?? missing(kind, item.prefix);
      const draft = draftOf('restore', { id: item.id, before: record, fields: record.fields, item });
      return { draft: Object.assign(draft, { title: record.title }), tags: record.tags, note: item.note };
    });
    await kind.definition.beforeWrite?.(
      this.#hooks(kind, null),
      prepared.map(({ draft }) => draft),
    );
    await this.#checkLinks(shape, prepared);
    await this.#execute(kind, prepared, () =>
      markDeleted(kind, ids, { workspaceId, at: tx.now, deletedAt: null }).execute(tx.db),
    );
    for (const { draft } of prepared)
      journal.refer({ id: draft.id, kind: kind.id }, storedReferencesOf(shape, (draft.before as AnyRecord).fields));
    const at = tx.now.toISOString();
    await this.#announce(
      kind,
      prepared,
      (before) => ({ ...before, version: before.version + 1, updated_at: at, deleted_at: null }),
      { action: null },
    );
    return items.map((item) => this.held.get(item.id) ?? missing(kind, item.prefix));
  }

  #shapeOf(kind: RegisteredKind): RecordShape {
    return this.#options.schema.kinds.get(kind.id) ?? kind.shape;
  }

  #settleTags(items: readonly { readonly tags?: readonly string[] }[]) {
    return settleTags(
      this.#options,
      items.flatMap((item) => item.tags ?? []),
    );
  }

  #hooks(kind: RegisteredKind, action: string | null): KindHookContext {
    return this.#options.hookContext(kind, action);
  }

  #stamp() {
    const { workspaceId, tx, actor } = this.#options;
    return { workspaceId, at: tx.now, userId: actor.id };
  }

  #checkLifecycle(kind: RegisteredKind, draft: RecordDraft<AnyKind>, action: string | null): void {
    const field = kind.definition.lifecycle?.field ?? '';
    const from = (draft.before as AnyRecord).fields as Fields;
    checkTransition({
      kind: kind.definition,
      from: from[field],
      to: (draft.fields as Fields)[field],
      action,
      path: draft.path(field),
    });
  }

  /** Hooks, titles, the last word on validity, and references. */
  async #settle(kind: RegisteredKind, prepared: readonly Prepared[], action: string | null): Promise<void> {
    const shape = this.#shapeOf(kind);
    const { definition } = kind;
    for (const { draft } of prepared) draft.title = titleOf(definition, draft.fields);
    if (definition.beforeWrite) {
      await definition.beforeWrite(
        this.#hooks(kind, action),
        prepared.map(({ draft }) => draft),
      );
      for (const { draft } of prepared) {
        draft.fields = normaliseFields(shape, draft.fields as Fields);
        if (definition.titleField) draft.title = titleOf(definition, draft.fields);
      }
    }
    for (const { draft } of prepared) {
      const fault = validate(shape.storedSchema, draft.fields).find(({ path }) => isWritten(draft, path));
      // What a client sent was checked at the door: this is a module writing what its own kind does not allow.
      if (fault) throw new Error(`A write of ${kind.id} is off its schema: ${fault.path} ${fault.message}`);
    }
    await this.#checkLinks(shape, prepared);
  }

  #checkLinks(shape: RecordShape, prepared: readonly Prepared[]): Promise<void> {
    const drafts = prepared.map(({ draft }) => draft);
    return checkLinks({ ...this.#options, held: this.held }, { shape, drafts });
  }

  async #execute(
    kind: RegisteredKind,
    prepared: readonly Prepared[],
    statement: () => Promise<unknown>,
  ): Promise<void> {
    if (prepared.length === 0) return;
    try {
      await statement();
    } catch (error) {
      throw asAlreadyExists(error, kind, {
        shape: this.#shapeOf(kind),
        rows: prepared.map(({ draft }) => ({ fields: draft.fields as Fields, path: draft.path })),
      });
    }
  }

  /** References and what `#announce` does, for records that are being created or updated: worked out while the database is at it. */
  async #conclude(kind: RegisteredKind, prepared: readonly Prepared[], outcome: Outcome): Promise<void> {
    const { records, written, action } = outcome;
    // It is waited for further down: nobody would hear of a failure that comes sooner.
    written.catch(() => {});
    if (records.length >= WORTH_OVERLAPPING) await setImmediate();
    const shape = this.#shapeOf(kind);
    const { journal } = this.#options;
    for (const { draft } of prepared) {
      const source = { id: draft.id, kind: kind.id };
      const heldBy = (fields: Fields) => [...storedReferencesOf(shape, fields), ...filesOf(shape, fields)];
      const before = draft.before ? heldBy(draft.before.fields as Fields) : [];
      const after = heldBy(draft.fields as Fields);
      journal.forget(source, without(before, after));
      journal.refer(source, without(after, before));
    }
    const byId = new Map(records.map((record) => [record.id, record]));
    await this.#announce(kind, prepared, (_, id) => byId.get(id) ?? missing(kind), { action, written });
  }

  /** Changes but those of computed fields, which follow from events of their own. */
  #written(kind: RegisteredKind, changes: readonly FieldChange[]): readonly FieldChange[] {
    const { fields } = this.#shapeOf(kind);
    return changes.filter(({ path }) => fields.get(path.replace('/fields/', ''))?.readOnly !== true);
  }

  /** History, events and the kind's own consequences. */
  async #announce(
    kind: RegisteredKind,
    prepared: readonly Prepared[],
    result: (before: AnyRecord, id: string) => AnyRecord,
    { action, written }: Pick<Outcome, 'action'> & Partial<Outcome>,
  ): Promise<void> {
    const { journal, emit } = this.#options;
    const { definition } = kind;
    const changes = prepared.map(({ draft, note }): RecordChange<AnyKind> => {
      const before = draft.before as AnyRecord | null;
      const after = result(before as AnyRecord, draft.id);
      this.held.put(kind, after);
      journal.index(this.#shapeOf(kind), before, after);
      const differences = historyOf(draft.operation, before, after);
      if (after.version !== before?.version && definition.keepDays === undefined)
        journal.record({
          record_id: after.id,
          version: after.version,
          kind: kind.id,
          operation: draft.operation,
          changes: differences.flatMap(byElement),
        });
      const event = definition.events?.[EVENT_OF[draft.operation]];
      const told = draft.operation === 'update' ? this.#written(kind, differences) : null;
      if (event && told?.length !== 0) emit(kind, event, eventPayload(kind, after, told));
      return { operation: draft.operation, before, after, note, path: draft.path };
    });
    await written;
    if (definition.onWrite && changes.length > 0) await definition.onWrite(this.#hooks(kind, action), changes);
  }
}

function draftedRecord({ draft, tags }: Prepared): AnyRecord {
  return { ...(draft.before as AnyRecord), title: draft.title, fields: draft.fields, tags };
}

/** Whether nothing else changes than what other records come to. */
function isTally({ fields }: RecordShape, changes: readonly FieldChange[]): boolean {
  return changes.every(({ path }) => fields.get(path.replace('/fields/', ''))?.tally === true);
}

/** Whether a fault is in what is written now. A value that an earlier version of the kind took must not forbid other changes of its record. */
function isWritten({ before, fields }: RecordDraft<AnyKind>, path: string): boolean {
  const [, name = ''] = path.split('/');
  return before === null || !isDeepStrictEqual((before.fields as Fields)[name], (fields as Fields)[name]);
}

function missing(kind: RegisteredKind, prefix?: string): never {
  const error = notFound(kind.definition.title[0]);
  if (prefix === undefined || prefix === '') throw error;
  throw fail('not_found', error.message, {
    details: [{ path: `${prefix}/id`, code: 'not_found', message: error.message }],
  });
}
