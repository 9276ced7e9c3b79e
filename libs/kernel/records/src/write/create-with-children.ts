import type { AnyRecord, FieldValues, RegisteredKind } from '@cubit/core/host';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import { type ChildKind, childKinds } from './children.js';
import type { CreateRequest } from './record-draft.js';

interface NewChild {
  readonly fields: FieldValues;
  readonly tags?: readonly string[];
}

/** A request to create a record, with its children by name. */
export type CreateFamily = CreateRequest & { readonly children?: Readonly<Record<string, readonly NewChild[]>> };

/** Members of a request body that hold new children. */
export function childrenIn(
  children: readonly ChildKind[],
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, readonly NewChild[]>> {
  const given = children.filter(({ name }) => body[name] !== undefined);
  return Object.fromEntries(given.map(({ name }) => [name, body[name] as readonly NewChild[]]));
}

/** Creates records and then their children: one write for each kind, whatever the number of records. */
export async function createWithChildren(
  transaction: WorkspaceTransaction,
  kind: RegisteredKind,
  requests: readonly CreateFamily[],
): Promise<readonly AnyRecord[]> {
  const { writer, workspace } = transaction;
  const parents = await writer.create(kind, requests, null);
  const families = parents.map((): Record<string, AnyRecord[]> => ({}));
  for (const child of childKinds(workspace.schema, kind)) {
    const drafts = requests.flatMap(({ children = {}, prefix = '' }, owner) =>
      (children[child.name] ?? []).map(({ fields, tags }, index) => ({
        owner,
        fields: { ...fields, [child.by]: parents[owner]?.id },
        ...(tags ? { tags } : {}),
        prefix: `${prefix}/${child.name}/${index}`,
      })),
    );
    requests.forEach(({ children = {} }, owner) => {
      if (children[child.name]) (families[owner] ??= {})[child.name] = [];
    });
    if (drafts.length === 0) continue;
    const records = await writer.create(child.kind, drafts, null);
    records.forEach((record, index) => families[drafts[index]?.owner ?? 0]?.[child.name]?.push(record));
  }
  if (families.every((children) => Object.keys(children).length === 0)) return parents;
  // Children change their parents: totals and counts.
  await transaction.runDeferred();
  const present = (record: AnyRecord) => writer.locked.get(record.id) ?? record;
  return parents.map((parent, index) => ({
    ...present(parent),
    ...Object.fromEntries(
      Object.entries(families[index] ?? {}).map(([name, records]) => [name, records.map(present)] as const),
    ),
  }));
}
