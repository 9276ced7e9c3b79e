import { type AnyRef, isCubitError, type KindDefinition, type KindHookContext } from '@cubit/core';
import { Type } from 'typebox';

interface FoundRecord {
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads records of any kinds, by `keyOf`, with one query per kind. Missing records and unknown kinds are left out. */
export async function recordsOf(
  { records }: KindHookContext,
  refs: readonly AnyRef[],
): Promise<ReadonlyMap<string, FoundRecord>> {
  const byKey = new Map<string, FoundRecord>();
  for (const [kind, group] of Map.groupBy(refs, (ref) => ref.kind)) {
    const ids = group.map(({ id }) => id);
    try {
      const definition: KindDefinition = { id: kind, title: [kind, kind], fields: Type.Object({}) };
      const rows = await records.getMany(definition, ids);
      for (const { id, title, fields } of rows.values()) byKey.set(keyOf({ kind, id }), { title, fields });
    } catch (error) {
      // The workspace does not have the kind.
      if (!isCubitError(error) || error.code !== 'not_found') throw error;
    }
  }
  return byKey;
}

export function keyOf({ kind, id }: AnyRef): string {
  return `${kind}/${id}`;
}
