import { Type, type Static } from 'typebox';
import type { Warning } from '../floorplan/floorplan-warnings.js';
import { pathOf } from '../location/location-path.js';
import { changedFields } from './apply-plan.js';
import type { ComparedNode, PlanComparison } from './compare-plan.js';

const id = Type.String({ format: 'uuid' });
const pointer = Type.String({ description: 'JSON Pointer into the document.' });
const path = Type.String({ description: 'Names from the top to the location.' });
export const warningSchema = Type.Object({
  path: Type.String({ description: 'JSON Pointer.' }),
  message: Type.String(),
});

export const importReportSchema = Type.Object({
  plan: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uuid',
    description: 'Id of the stored plan; null for a dry run of a document that is not stored.',
  }),
  created: Type.Array(Type.Object({ id: Type.Optional(id), pointer, type: Type.String(), path }), {
    description: 'Created locations; without ids in a dry run.',
  }),
  updated: Type.Array(
    Type.Object({
      id,
      pointer,
      path,
      fields: Type.Array(Type.String(), { description: 'Names of the changed fields.' }),
    }),
  ),
  orphaned: Type.Array(
    Type.Object({
      id,
      path,
      removed: Type.Boolean({
        description: 'True if it was moved to the trash; false if it is not empty or still referenced.',
      }),
    }),
    { description: 'Locations of an earlier version of the plan that this version does not have.' },
  ),
  warnings: Type.Array(warningSchema),
});

interface Import {
  readonly comparison: PlanComparison;
  readonly removed: ReadonlySet<string>;
  readonly warnings: readonly Warning[];
  readonly planId: string | null;
  /** Empty in a dry run. */
  readonly ids: ReadonlyMap<ComparedNode, string>;
}

export function importReport({
  comparison: { levels, orphans },
  removed,
  warnings,
  planId,
  ids,
}: Import): Static<typeof importReportSchema> {
  const all = levels.flat();
  const paths = new Map<ComparedNode, string>();
  // Levels are in order from the top, so the path of the parent is known.
  for (const compared of all)
    paths.set(compared, pathOf(compared.node.name, compared.above ? paths.get(compared.above) : undefined));
  const about = (compared: ComparedNode) => ({ pointer: compared.node.pointer, path: paths.get(compared) ?? '' });
  return {
    plan: planId,
    created: all
      .filter(({ location }) => location === null)
      .map((compared) => {
        const made = ids.get(compared);
        return { ...(made === undefined ? {} : { id: made }), type: compared.node.type, ...about(compared) };
      }),
    updated: all.flatMap((compared) => {
      const fields = changedFields(compared);
      if (compared.location === null || fields.length === 0) return [];
      return [{ id: compared.location.id, ...about(compared), fields: [...fields] }];
    }),
    orphaned: orphans.map((orphan) => ({ id: orphan.id, path: orphan.fields.path, removed: removed.has(orphan.id) })),
    warnings: [...warnings],
  };
}
