import type { KindHookContext, RecordChange } from '@cubit/core';
import type { Part, PartKind } from '../part/part.fields.js';
import { bomLineRecord, type BomLine } from './bom-line.fields.js';

/** Above the number of lines that name the parts of one write. */
const MAX_LINES = 100_000;

/** Substitutes that a new line of the component starts with. */
export function inheritedSubstitutes(
  component: Pick<Part, 'fields'> | undefined | null,
  line: { readonly assembly: string; readonly component: string },
): readonly string[] {
  return (component?.fields.substitutes ?? []).filter((id) => id !== line.assembly && id !== line.component);
}

/** Changes the lines that have the substitutes of their component when those change. Lines with others keep them. */
export async function followSubstitutes(
  { records }: KindHookContext,
  changes: readonly RecordChange<PartKind>[],
): Promise<void> {
  const changed = new Map(changes.filter(changesSubstitutes).map((change) => [change.after.id, change]));
  if (changed.size === 0) return;
  const lines = await records.find(bomLineRecord, {
    where: { component: { in: [...changed.keys()] } },
    limit: MAX_LINES,
  });
  await records.updateMany(
    bomLineRecord,
    lines.flatMap(({ id, fields }) => {
      const change = changed.get(fields.component);
      if (!change || !isSameList(fields.substitutes, inheritedSubstitutes(change.before, fields))) return [];
      const substitutes = [...inheritedSubstitutes(change.after, fields)];
      return [
        {
          id,
          fields: { substitutes: substitutes.length === 0 ? null : substitutes },
          path: () => change.path('substitutes'),
        },
      ];
    }),
  );
}

function changesSubstitutes({ operation, before, after }: RecordChange<PartKind>): boolean {
  return operation === 'update' && !isSameList(before?.fields.substitutes, after.fields.substitutes);
}

function isSameList(one: BomLine['fields']['substitutes'] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
