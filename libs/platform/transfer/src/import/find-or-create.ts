import { sql } from 'kysely';
import { plainName } from '@cubit/core';
import type { Transaction } from '@cubit/database';
import { findForeignIds, rememberForeignIds } from '../keys/foreign-ids.js';
import { type BatchState, countCreated } from './batch-context.js';
import { newFaults, newFields } from './check-row.js';
import type { ImportNode } from './import-node.js';
import { leaveKept } from './leave-kept.js';
import { startState } from './record-state.js';
import { isValue } from './row-values.js';
import { settleOwnUnits } from './settle-units.js';
import { addFault, type RowDraft } from './row-draft.js';
import type { ResolvedRow } from './unique-rows.js';
import { writeRows } from './write-rows.js';

/** Records that may have one of the values of one field. */
const MAX_FOUND = 10_000;

interface Described {
  readonly node: ImportNode;
  readonly drafts: readonly RowDraft[];
}

/** The records that rows describe: found by their identifying fields, else created once each. A row whose record may not be created gets a fault. */
export async function findOrCreate(
  state: BatchState,
  tx: Transaction,
  { node, drafts }: Described,
): Promise<ReadonlyMap<RowDraft, string>> {
  const found = new Map<RowDraft, string>();
  const open = () => drafts.filter((draft) => !found.has(draft) && draft.faults.length === 0);
  await findByForeignId(state, tx, { node, drafts, found });
  for (const fields of alternativesOf(node)) await findByFields(state, tx, { node, drafts: open(), fields, found });
  if (node.importing.loose === true) await findLoosely(state, tx, { node, drafts: open(), found });
  await leaveDescribed(state, tx, { node, drafts, found });
  const groups = Map.groupBy(open(), (draft) => identityOf(node, draft));
  const leaders = [...groups.values()].flatMap(([first]) => first ?? []);
  if (!state.context.creates.has(node.kind.id)) {
    for (const draft of open()) addFault(draft, { code: 'unknown_reference', message: missing(node, draft) });
    return found;
  }
  const created = await createNested(state, tx, { node, drafts: leaders });
  for (const [first, ...others] of groups.values()) {
    if (!first) continue;
    const id = created.get(first);
    for (const draft of [first, ...others])
      if (id !== undefined) found.set(draft, id);
      else if (draft !== first && draft.faults !== first.faults) draft.faults.push(...first.faults);
  }
  return found;
}

/** A record that is there keeps what it has: what rows say otherwise of it is left out. */
async function leaveDescribed(
  { context: { host, workspace, actor } }: BatchState,
  tx: Transaction,
  { node, drafts, found }: Finding,
): Promise<void> {
  const known = drafts.filter((draft) => found.has(draft) && Object.values(draft.fields).some(isValue));
  if (known.length === 0) return;
  const { records } = host.enter({ tx, workspace, actor }).contextOf(node.kind.module, null);
  const ids = [...new Set(known.map((draft) => found.get(draft) ?? ''))];
  const present = await records.getMany(node.kind.definition, ids);
  for (const draft of known) {
    const record = present.get(found.get(draft) ?? '');
    if (record) leaveKept(draft, record);
  }
}

/** Creates one record for each draft. Those that are refused have faults. */
export async function createNested(
  state: BatchState,
  tx: Transaction,
  { node, drafts }: Described,
): Promise<ReadonlyMap<RowDraft, string>> {
  const { context } = state;
  const { host, workspace, actor } = context;
  await settleOwnUnits(host.enter({ tx, workspace, actor }), drafts);
  for (const draft of drafts) {
    startState(draft);
    draft.faults.push(...newFaults(node.shape, draft));
  }
  const rows = drafts
    .filter(({ faults }) => faults.length === 0)
    .map((draft): ResolvedRow => ({
      draft,
      target: { operation: 'create', id: context.host.services.newId() },
      fields: newFields(draft),
      members: [draft],
      details: [],
    }));
  const written = await writeRows({ ...context, kind: node.kind, shape: node.shape }, tx, rows);
  countCreated(state, node.kind.id, written.length);
  const ids = written.flatMap(({ draft, target }) =>
    target.operation === 'create' && target.id !== null ? [[draft, target.id] as const] : [],
  );
  await rememberForeignIds(
    { db: tx.db, workspaceId: context.workspace.id, now: tx.now },
    {
      kind: node.kind.id,
      origin: context.origin,
      ids: ids.flatMap(([{ foreignId }, recordId]) => (foreignId === null ? [] : [{ foreignId, recordId }])),
    },
  );
  return new Map(ids);
}

type Finding = Described & { readonly found: Map<RowDraft, string> };

async function findByForeignId(
  { context }: BatchState,
  tx: Transaction,
  { node, drafts, found }: Finding,
): Promise<void> {
  const ids = [...new Set(drafts.flatMap(({ foreignId }) => foreignId ?? []))];
  const source = { db: tx.db, workspaceId: context.workspace.id };
  const known = await findForeignIds(source, node.kind, { origin: context.origin, ids });
  for (const draft of drafts) {
    const id = known.get(draft.foreignId ?? '');
    if (id !== undefined) found.set(draft, id);
  }
}

async function findByFields(
  { context: { host, workspace, actor } }: BatchState,
  tx: Transaction,
  { node, drafts, fields, found }: Finding & { readonly fields: readonly string[] },
): Promise<void> {
  const [first = ''] = fields;
  const able = drafts.filter((draft) => fields.every((name) => (draft.fields[name] ?? null) !== null));
  if (able.length === 0) return;
  const { records } = host.enter({ tx, workspace, actor }).contextOf(node.kind.module, null);
  const values = [...new Set(able.map((draft) => draft.fields[first] as string))];
  const known = await records.find(node.kind.definition, { where: { [first]: { in: values } }, limit: MAX_FOUND });
  const byKey = Map.groupBy(known, ({ fields: values }) => keyOf(values as RowDraft['fields'], fields));
  const identifying = new Set(alternativesOf(node).flat());
  identifying.delete(node.kind.definition.titleField ?? '');
  for (const draft of able) {
    const alike = byKey.get(keyOf(draft.fields, fields)) ?? [];
    const [record, another] = alike.filter(
      ({ fields: values }) => !contradicts(values as RowDraft['fields'], draft, identifying),
    );
    const isTitle = fields.length === 1 && first === node.kind.definition.titleField;
    if (another && isTitle) addFault(draft, { name: first, code: 'not_unique', message: several(node, draft) });
    else if (record) found.set(draft, record.id);
  }
}

/** The same name and another part number make another part. */
function contradicts(values: RowDraft['fields'], { fields }: RowDraft, identifying: ReadonlySet<string>): boolean {
  return [...identifying].some((name) => {
    const [one, other] = [values[name] ?? null, fields[name] ?? null];
    return one !== null && other !== null && one !== other;
  });
}

/** By the title without case and punctuation. Reads all titles of the kind, so it is for kinds with few records. */
async function findLoosely({ context }: BatchState, tx: Transaction, { node, drafts, found }: Finding): Promise<void> {
  const title = node.kind.definition.titleField;
  if (drafts.length === 0 || title === undefined) return;
  const { rows } = await sql<{ id: string; title: string }>`select id, title from ${sql.table(node.kind.partition)}
    where workspace_id = ${context.workspace.id} and kind = ${sql.lit(node.kind.id)} and deleted_at is null
    order by created_at limit ${MAX_FOUND}`.execute(tx.db);
  const byTitle = new Map(rows.toReversed().map((row) => [plainName(row.title), row.id]));
  for (const draft of drafts) {
    const id = byTitle.get(plainName(String(draft.fields[title] as string)));
    if (id !== undefined) found.set(draft, id);
  }
}

function alternativesOf({ importing, kind }: ImportNode): readonly (readonly string[])[] {
  return importing.identify ?? (kind.definition.titleField === undefined ? [] : [[kind.definition.titleField]]);
}

/** Rows with the same identity describe the same record. */
function identityOf(node: ImportNode, draft: RowDraft): string {
  if (draft.foreignId !== null) return `id ${draft.foreignId}`;
  const fields = alternativesOf(node).find((names) => names.every((name) => (draft.fields[name] ?? null) !== null));
  if (!fields) return `row ${draft.number}`;
  const title = node.kind.definition.titleField ?? '';
  const isLoose = node.importing.loose === true && fields.length === 1 && fields[0] === title;
  return isLoose
    ? plainName(String(draft.fields[title] as string))
    : JSON.stringify([fields, keyOf(draft.fields, fields)]);
}

function keyOf(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  return JSON.stringify(names.map((name) => fields[name] ?? null));
}

function missing({ kind }: ImportNode, draft: RowDraft): string {
  return `There is no ${kind.definition.title[0].toLowerCase()} called '${titleOf(kind.definition.titleField, draft)}'.`;
}

function several({ kind }: ImportNode, draft: RowDraft): string {
  return `There are several ${kind.definition.title[1].toLowerCase()} called '${titleOf(kind.definition.titleField, draft)}'.`;
}

function titleOf(title: string | undefined, { fields }: RowDraft): string {
  return String(
    (fields[title ?? ''] ?? Object.values(fields).find((value) => typeof value === 'string') ?? '') as string,
  ).slice(0, 100);
}
