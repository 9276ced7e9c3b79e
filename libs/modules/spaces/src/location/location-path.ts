import {
  Field,
  foreignKind,
  validationFailed,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
} from '@cubit/core';
import { Type } from 'typebox';

const SEPARATOR = ' / ';
/** Locations of one level that follow when what is above them is renamed or moved: far more than a site has. */
const MAX_BELOW = 100_000;

/** A location as far as the tree is concerned: its definition stands on this file. */
export const locationNode = foreignKind(
  'spaces:location',
  Type.Object({
    name: Field.text(),
    parent: Type.Optional(Field.ref('spaces:location')),
    path: Field.longtext(),
    archived_at: Type.Optional(Field.datetime()),
  }),
);
type Node = typeof locationNode;

export function pathOf(name: string, above: string | undefined): string {
  return above === undefined ? name : `${above}${SEPARATOR}${name}`;
}

/** The path of every draft, from the path of its parent: one query, whatever their number. Nothing comes to lie in what is archived. */
export async function setPaths(context: KindHookContext, drafts: readonly RecordDraft<Node>[]): Promise<void> {
  const above = await context.records.getMany(
    locationNode,
    drafts.flatMap(({ fields: { parent } }) => (parent === undefined ? [] : [parent])),
  );
  const faults = drafts
    .filter((draft) => isPutIn(draft) && above.get(draft.fields.parent ?? '')?.fields.archived_at !== undefined)
    .map((draft) => ({ path: draft.path('parent'), code: 'archived', message: 'is archived: restore it first.' }));
  if (faults.length > 0) throw validationFailed(faults);
  for (const draft of drafts) {
    const { name, parent } = draft.fields;
    draft.fields = { ...draft.fields, path: pathOf(name, above.get(parent ?? '')?.fields.path) };
  }
}

function isPutIn({ operation, before, fields }: RecordDraft<Node>): boolean {
  return operation === 'create' || operation === 'restore' || before?.fields.parent !== fields.parent;
}

/** Brings the next level below to its new paths, which does the same for the one below it: a few statements per level. */
export async function followPaths(context: KindHookContext, changes: readonly RecordChange<Node>[]): Promise<void> {
  const renamed = changes.filter(({ before, after }) => before !== null && before.fields.path !== after.fields.path);
  if (renamed.length === 0) return;
  const paths = new Map(renamed.map(({ after }) => [after.id, after.fields.path]));
  const below = await context.records.find(locationNode, {
    where: { parent: { in: [...paths.keys()] } },
    limit: MAX_BELOW,
  });
  await context.records.updateMany(
    locationNode,
    below.map(({ id, fields }) => ({ id, fields: { path: pathOf(fields.name, paths.get(fields.parent ?? '')) } })),
  );
}
