import {
  Field,
  foreignKind,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
  type RecordOf,
  validationFailed,
} from '@cubit/core';
import { Type } from 'typebox';
import { sameValue } from '../plan/same-value.js';

const SEPARATOR = ' / ';
/** Upper bound for the locations of one level that get new paths. */
const MAX_BELOW = 100_000;

/** The fields of a location that make the tree. The kind definition imports this file. */
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
 * Sets `path` and `above` of drafts whose name or parent changed, with one query. Refuses an archived parent.
 */
export async function setPaths(context: KindHookContext, all: readonly RecordDraft<Node>[]): Promise<void> {
  const drafts = all.filter((draft) => isPlaced(draft) || draft.before?.fields.name !== draft.fields.name);
  const above = await context.records.getMany(
    locationNode,
    drafts.flatMap(({ fields: { parent } }) => (parent === undefined ? [] : [parent])),
  );
  const faults = drafts
    .filter((draft) => isPlaced(draft) && above.get(draft.fields.parent ?? '')?.fields.archived_at !== undefined)
    .map((draft) => ({
      path: draft.path('parent'),
      code: 'archived',
      message: 'The parent location is archived. Restore it first.',
    }));
  if (faults.length > 0) throw validationFailed(faults);
  for (const draft of drafts) {
    const { name, parent } = draft.fields;
    draft.fields = { ...draft.fields, ...placeIn(name, above.get(parent ?? '')) };
  }
}

function isPlaced({ operation, before, fields }: RecordDraft<Node>): boolean {
  return operation === 'create' || operation === 'restore' || before?.fields.parent !== fields.parent;
}

/** Updates the paths of the next level below; writing them updates the level after. A few statements per level. */
export async function updatePathsBelow(
  context: KindHookContext,
  changes: readonly RecordChange<Node>[],
): Promise<void> {
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
