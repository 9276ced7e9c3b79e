import {
  Field,
  foreignKind,
  validationFailed,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
  type RecordOf,
} from '@cubit/core';
import { Type } from 'typebox';
import { sameValue } from '../plan/same-value.js';

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
    above: Type.Optional(Field.json(Type.Array(Type.String()))),
    archived_at: Type.Optional(Field.datetime()),
  }),
);
type Node = typeof locationNode;

function placeIn(name: string, parent: RecordOf<Node> | undefined): Pick<RecordOf<Node>['fields'], 'path' | 'above'> {
  return {
    path: pathOf(name, parent?.fields.path),
    above: parent === undefined ? [] : [...(parent.fields.above ?? []), parent.id],
  };
}

export function pathOf(name: string, above: string | undefined): string {
  return above === undefined ? name : `${above}${SEPARATOR}${name}`;
}

/**
 * The path of every draft that is named or put anew, and what it lies in, from its parent: one query, whatever their number. Nothing comes
 * to lie in what is archived.
 */
export async function setPaths(context: KindHookContext, all: readonly RecordDraft<Node>[]): Promise<void> {
  const drafts = all.filter((draft) => isPutIn(draft) || draft.before?.fields.name !== draft.fields.name);
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
    draft.fields = { ...draft.fields, ...placeIn(name, above.get(parent ?? '')) };
  }
}

function isPutIn({ operation, before, fields }: RecordDraft<Node>): boolean {
  return operation === 'create' || operation === 'restore' || before?.fields.parent !== fields.parent;
}

/** Brings the next level below to its new paths, which does the same for the one below it: a few statements per level. */
export async function followPaths(context: KindHookContext, changes: readonly RecordChange<Node>[]): Promise<void> {
  const renamed = changes.filter(
    ({ before, after }) =>
      before !== null &&
      (before.fields.path !== after.fields.path || !sameValue(before.fields.above, after.fields.above)),
  );
  if (renamed.length === 0) return;
  const moved = new Map(renamed.map(({ after }) => [after.id, after]));
  const below = await context.records.find(locationNode, {
    where: { parent: { in: [...moved.keys()] } },
    limit: MAX_BELOW,
  });
  await context.records.updateMany(
    locationNode,
    below.map(({ id, fields: { name, parent } }) => ({ id, fields: placeIn(name, moved.get(parent ?? '')) })),
  );
}
