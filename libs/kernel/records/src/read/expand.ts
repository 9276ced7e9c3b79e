import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import {
  invalidQuery,
  type RecordShape,
  type ReferenceField,
  type Registry,
  type WorkspaceAccess,
} from '@cubit/core/host';
import { type ChildKind, childKinds, readChildren } from '../write/children.js';
import { readRecords } from './read-record.js';
import { idsIn } from './references.js';
import { type RecordRow, recordText, visibleFields, withoutHidden } from './record-row.js';

export interface Presentation {
  /** `fields=name,quantity`: only these members of `fields`. */
  readonly fields?: string;
  /** `expand=category,lines`: replaces the id by the referenced record, and adds declared children. */
  readonly expand?: string;
}

interface ExpandContext {
  readonly db: Kysely<DatabaseSchema>;
  readonly registry: Registry;
  readonly workspace: WorkspaceAccess;
  readonly shape: RecordShape;
}

/**
 * Rows as JSON texts, with the selected fields and the expanded references. One query per referenced kind for any
 * number of rows.
 */
export async function presentRecords(
  context: ExpandContext,
  rows: readonly RecordRow[],
  presentation: Presentation,
): Promise<readonly string[]> {
  const { shape } = context;
  const kept = namesOf(presentation.fields);
  const wanted = namesOf(presentation.expand);
  const children = childrenNamed(context, wanted);
  const expanded = wanted?.filter((name) => !children.some((child) => child.name === name)) ?? null;
  const kind = shape.kind.id;
  if (!kept && !wanted) return rows.map((row) => recordText(kind, row, visibleFields(shape.hidden, row.fields)));
  for (const name of kept ?? [])
    if (!shape.fields.has(name)) throw invalidQuery('fields', `'${kind}' has no field '${name}'.`);
  const references = (expanded ?? []).map((name) => referenceNamed(context, name));
  const parsed = rows.map((row) => withoutHidden(shape.hidden, JSON.parse(row.fields) as Record<string, unknown>));
  const targets = await readTargets(context, references, parsed);
  const families = await readFamilies(context, children, rows);
  return rows.map((row, index) => {
    const fields = parsed[index] ?? {};
    const shown = kept ? Object.entries(fields).filter(([name]) => kept.includes(name)) : Object.entries(fields);
    const members = shown.map(([name, value]) => {
      const reference = references.find((candidate) => candidate.name === name);
      return `${JSON.stringify(name)}:${reference ? expandedText(reference, value, targets) : JSON.stringify(value)}`;
    });
    return withMembers(recordText(kind, row, `{${members.join(',')}}`), families[index] ?? []);
  });
}

function childrenNamed(
  { shape, workspace, registry }: ExpandContext,
  names: readonly string[] | null,
): readonly ChildKind[] {
  const kind = registry.kinds.get(shape.kind.id);
  return kind && names ? childKinds(workspace.schema, kind).filter(({ name }) => names.includes(name)) : [];
}

/** The declared children of each row, as members of its JSON object. One query per kind of children. */
async function readFamilies(
  { db, workspace }: ExpandContext,
  children: readonly ChildKind[],
  rows: readonly RecordRow[],
): Promise<readonly (readonly string[])[]> {
  const parents = rows.map(({ id }) => id);
  const read = await Promise.all(
    children.map(async (child) => ({
      child,
      byParent: await readChildren(db, child, { workspaceId: workspace.id, parents }),
    })),
  );
  return parents.map((id) =>
    read.map(({ child, byParent }) => {
      const texts = (byParent.get(id) ?? []).map((row) =>
        recordText(child.kind.id, row, visibleFields(child.shape.hidden, row.fields)),
      );
      return `${JSON.stringify(child.name)}:[${texts.join(',')}]`;
    }),
  );
}

function withMembers(record: string, members: readonly string[]): string {
  return members.length === 0 ? record : `${record.slice(0, -1)},${members.join(',')}}`;
}

function namesOf(list: string | undefined): readonly string[] | null {
  return list === undefined || list === '' ? null : list.split(',').map((name) => name.trim());
}

function referenceNamed({ shape, workspace }: ExpandContext, name: string): ReferenceField {
  const reference = shape.references.find((candidate) => candidate.name === name);
  if (!reference || (reference.kind !== null && !workspace.schema.kinds.has(reference.kind)))
    throw invalidQuery('expand', `'${shape.kind.id}' has no reference and no children '${name}'.`);
  return reference;
}

function targetsOf(
  reference: ReferenceField,
  value: unknown,
): readonly { readonly kind: string; readonly id: string }[] {
  if (value === undefined || value === null) return [];
  if (reference.kind === null) return [value as { kind: string; id: string }];
  const kind = reference.kind;
  return idsIn(value).map((id) => ({ kind, id }));
}

async function readTargets(
  { db, registry, workspace }: ExpandContext,
  references: readonly ReferenceField[],
  rows: readonly Record<string, unknown>[],
) {
  const idsByKind = new Map<string, Set<string>>();
  const wanted = references.flatMap((reference) =>
    rows.flatMap((fields) => targetsOf(reference, fields[reference.name])),
  );
  for (const { kind, id } of wanted) {
    if (!workspace.schema.kinds.has(kind)) continue;
    const ids = idsByKind.get(kind) ?? new Set();
    idsByKind.set(kind, ids.add(id));
  }
  const found = new Map<string, string>();
  await Promise.all(
    [...idsByKind].map(async ([kindId, ids]) => {
      const kind = registry.kinds.get(kindId);
      if (!kind) return;
      const records = await readRecords(db, kind, { workspaceId: workspace.id, ids: [...ids] });
      const hidden = workspace.schema.kinds.get(kindId)?.hidden ?? [];
      for (const row of records) found.set(row.id, recordText(kindId, row, visibleFields(hidden, row.fields)));
    }),
  );
  return found;
}

/** A target that no longer exists stays an id. */
function expandedText(reference: ReferenceField, value: unknown, targets: ReadonlyMap<string, string>): string {
  const texts = targetsOf(reference, value).map(({ id }) => targets.get(id) ?? null);
  if (reference.many)
    return `[${texts.map((text, index) => text ?? JSON.stringify((value as string[])[index])).join(',')}]`;
  return texts[0] ?? JSON.stringify(value);
}
