import { isDeepStrictEqual } from 'node:util';
import type { AnyRecord, FieldValues } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { contentBefore, shapeIn, withEarlier } from '@cubit/records';
import { attempt, prefixOf, type Refusal } from './attempt.js';
import { type Candidate, type ImportedRecord, recordsOfStep, type Use, usesOf } from './import-changes.js';
import { kindsInOrder } from './kind-order.js';
import { LedgerEntries } from './ledger-entries.js';
import { enterPart, type UndoContext } from './undo-context.js';
import type { LeftRecord, StepOutcome } from './undo-progress.js';
import { describeUses } from './describe-uses.js';

/** The name under which modules see the last corrections of an undo; no such action exists. */
const CORRECTION = 'transfer:undo';
const CHANGED = { code: 'changed', message: 'It was changed since the import.' };
const DELETED = { code: 'deleted', message: 'It was deleted since the import.' };
const DISABLED = { code: 'module_not_enabled', message: 'Its module is not enabled.' };

/** Takes back one transaction of an import, in a number of statements that depends on the kinds and refusals, not on the records. */
export class UndoStep {
  readonly #context: UndoContext;
  readonly #tx: Transaction;
  /** Nothing was left by the steps before. */
  readonly #isComplete: boolean;
  readonly #left: LeftRecord[] = [];
  /** Records of the step that stay as the import or others made them. */
  readonly #kept = new Set<string>();
  #deleted = 0;
  #setBack = 0;

  constructor(context: UndoContext, tx: Transaction, { isComplete }: { readonly isComplete: boolean }) {
    this.#context = context;
    this.#tx = tx;
    this.#isComplete = isComplete;
  }

  async run(at: string): Promise<StepOutcome> {
    const imported = await recordsOfStep(this.#tx.db, this.#context, at);
    const candidates = await this.#candidatesOf(imported);
    const [entries, records] = partition(candidates, isEntry);
    const clean = records.filter((one) => this.#isClean(one));
    const [creations, changed] = partition(clean, isMade);
    // What comes back to the trash has its earlier values there.
    const trashed = creations.filter(({ operation }) => operation === 'restore');
    const refused = await this.#restoreValues([...changed, ...trashed], valuesBefore);
    for (const [one, reason] of refused) this.#leave(one, reason);
    const going = creations.filter((one) => !refused.has(one));
    await this.#remove(going, new LedgerEntries(this.#context, entries.filter(isUntouched)));
    const restored = changed.filter(({ id }) => !this.#kept.has(id));
    // Computed values that depend on what was left are right as they are; so are those that a rule keeps from being written.
    if (this.#isComplete && this.#kept.size === 0) await this.#restoreValues(restored, computedBefore, CORRECTION);
    this.#setBack += restored.filter((one) => !one.isEarlier && this.#hasValues(one)).length;
    return { deleted: this.#deleted, setBack: this.#setBack, left: this.#left };
  }

  /** The live records, locked. What is in the trash already is deleted, or was deleted by others. */
  async #candidatesOf(imported: readonly ImportedRecord[]): Promise<readonly Candidate[]> {
    const { host, workspace } = this.#context;
    const candidates: Candidate[] = [];
    const { writer } = enterPart(this.#context, this.#tx);
    for (const [id, group] of Map.groupBy(imported, ({ kind }) => kind)) {
      const of = workspace.schema.kinds.has(id) ? host.services.registry.kinds.get(id) : undefined;
      const ids = group.map((one) => one.id);
      const live = of ? await writer.locked.lock(of, ids, 'delete') : new Map<string, AnyRecord>();
      for (const one of group) {
        const record = live.get(one.id);
        if (of && record) candidates.push({ ...one, of, record });
        else if (!of) this.#leaveUnseen(one, DISABLED);
        else if (isMade(one)) this.#deleted += one.isLatestUndo && !isEntry({ of }) ? 1 : 0;
        else if (!one.isLatestUndo && one.operation === 'update') this.#leaveUnseen(one, DELETED);
      }
    }
    return candidates;
  }

  /** Whether the record can be taken back. Otherwise it is left. */
  #isClean(one: Candidate): boolean {
    if (isUntouched(one)) return true;
    if (!isMade(one) && !this.#hasValues(one)) return false;
    // It was listed by the step that was taken back before this one.
    if (one.isLater && !one.isLatestUndo) this.#kept.add(one.id);
    else this.#leave(one, CHANGED);
    return false;
  }

  /** Whether the import changed what clients write; computed fields follow. */
  #hasValues({ of, befores, record }: Candidate): boolean {
    const { fields } = shapeIn(this.#context.workspace.schema, of);
    const { fields: names, tags } = contentBefore(record, befores);
    return (
      tags !== null ||
      Object.keys(names).some((name) => {
        const field = fields.get(name);
        return field !== undefined && !field.readOnly && !field.fixed;
      })
    );
  }

  /** Writes earlier values of records. Returns those that rules refuse. */
  async #restoreValues(
    candidates: readonly Candidate[],
    values: ValuesOf,
    action: string | null = null,
  ): Promise<ReadonlyMap<Candidate, Refusal>> {
    const refused = new Map<Candidate, Refusal>();
    const { schema } = this.#context.workspace;
    for (const [of, items] of Map.groupBy(candidates, (one) => one.of)) {
      const shape = shapeIn(schema, of);
      const failed = await attempt(this.#tx, {
        items,
        write: async (part, some) => {
          const requests = some.map((one, index) => {
            const { tags } = contentBefore(one.record, one.befores);
            return {
              id: one.id,
              prefix: prefixOf(index),
              change: (before: AnyRecord) => values(one, { before, shape }),
              ...(tags ? { tags } : {}),
            };
          });
          await enterPart(this.#context, part).writer.update(of, requests, action);
        },
      });
      for (const [one, reason] of failed) refused.set(one, reason);
    }
    return refused;
  }

  /** Deletes what the import created, those that refer to others first. */
  async #remove(creations: readonly Candidate[], entries: LedgerEntries): Promise<void> {
    const uses = await usesOf(
      this.#tx.db,
      this.#context,
      creations.map(({ id }) => id),
    );
    const open = new Map(creations.map((one) => [one.id, one]));
    const gone = new Set<string>();
    await this.#leaveUsed(uses, open, gone);
    for (const of of kindsInOrder(creations.map((one) => one.of))) {
      const items = [...open.values()].filter((one) => one.of === of);
      await entries.find(this.#tx);
      const failed = await attempt(this.#tx, {
        items,
        write: async (part, some) => {
          const going = new Set(some.map(({ id }) => id));
          const waiting = new Set([...open.keys()].filter((id) => !going.has(id)));
          await entries.removeAbout(part, going, new Set([...this.#kept, ...waiting]));
          const requests = some.map(({ id }, index) => ({ id, prefix: prefixOf(index) }));
          await enterPart(this.#context, part).writer.remove(of, requests, null);
        },
      });
      for (const one of items) {
        open.delete(one.id);
        const reason = failed.get(one);
        // The record is locked: what is not found is what the deletion of another one took along.
        if (reason && reason.code !== 'not_found') this.#leave(one, reason);
        else gone.add(one.id);
      }
      entries.forgetAbout(gone, new Set([...this.#kept, ...open.keys()]));
      await this.#leaveUsed(uses, open, gone);
    }
    this.#deleted += gone.size;
    await entries.find(this.#tx);
    await entries.removeRest(this.#tx, this.#kept);
  }

  /** Leaves the records that others use which stay, and those that these use. */
  async #leaveUsed(uses: readonly Use[], open: Map<string, Candidate>, gone: ReadonlySet<string>): Promise<void> {
    const used = new Map<Candidate, readonly Use[]>();
    for (;;) {
      const of = uses.filter(({ target, source }) => open.has(target) && !open.has(source) && !gone.has(source));
      if (of.length === 0) break;
      for (const [id, group] of Map.groupBy(of, ({ target }) => target)) {
        const one = open.get(id);
        if (one) used.set(one, group);
        open.delete(id);
      }
    }
    const words = await describeUses(this.#tx.db, this.#context, used);
    for (const one of used.keys()) this.#leave(one, { code: 'in_use', message: words.get(one) ?? '' });
  }

  #leave({ kind, id, record: { title } }: Candidate, reason: Refusal): void {
    this.#kept.add(id);
    this.#left.push({ kind, id, title, ...reason });
  }

  #leaveUnseen({ kind, id, isLater }: ImportedRecord, reason: Refusal): void {
    this.#kept.add(id);
    if (!isLater) this.#left.push({ kind, id, title: '', ...reason });
  }
}

type ValuesOf = (
  one: Candidate,
  present: { readonly before: AnyRecord; readonly shape: ReturnType<typeof shapeIn> },
) => FieldValues;

const valuesBefore: ValuesOf = ({ record, befores }, { before, shape }) =>
  withEarlier(shape, before.fields as FieldValues, contentBefore(record, befores).fields);

/** Computed fields that modules derive from the time or the way of a change. Rollups follow from other records. */
const computedBefore: ValuesOf = ({ record, befores }, { before, shape }) => {
  const earlier = Object.entries(contentBefore(record, befores).fields).filter(([name]) => {
    const field = shape.fields.get(name);
    return field?.readOnly === true && !field.rollup;
  });
  const merged = Object.entries({ ...(before.fields as FieldValues), ...Object.fromEntries(earlier) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
};

function isMade({ operation }: Pick<ImportedRecord, 'operation'>): boolean {
  return operation === 'create' || operation === 'restore';
}

/** Entries of a ledger: only modules write them, beside the records that they are about. */
function isEntry({ of }: Pick<Candidate, 'of'>): boolean {
  return of.definition.access === 'read-only';
}

/** The record is as this step of the import left it: nothing changed it since, the undo made it so, or all changes since were changed back. */
function isUntouched({ since, last, latest, isLatestUndo, record, of }: Candidate): boolean {
  if (record.version !== latest) return false;
  if (since === null) return latest === last || isLatestUndo;
  const { fields, tags } = contentBefore(record, since);
  const present = record.fields as FieldValues;
  return (
    isDeepStrictEqual(tags ?? record.tags, record.tags) &&
    Object.entries(fields).every(
      ([name, value]) => of.shape.fields.get(name)?.rollup === true || isDeepStrictEqual(value, present[name] ?? null),
    )
  );
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
