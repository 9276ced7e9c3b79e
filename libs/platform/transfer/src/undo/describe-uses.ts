import { readRecords } from '@cubit/records';
import type { Database } from '@cubit/database';
import type { Use } from './import-changes.js';
import type { UndoContext } from './undo-context.js';

/** Says which record uses each of the records: one query for each kind of user. */
export async function describeUses<Item>(
  db: Database['db'],
  { host, workspace }: UndoContext,
  uses: ReadonlyMap<Item, readonly Use[]>,
): Promise<ReadonlyMap<Item, string>> {
  const firsts = new Map([...uses].flatMap(([item, [first]]) => (first ? [[item, first] as const] : [])));
  const titles = new Map<string, string>();
  for (const [id, group] of Map.groupBy(firsts.values(), ({ sourceKind }) => sourceKind)) {
    const kind = host.services.registry.kinds.get(id);
    const ids = [...new Set(group.map(({ source }) => source))];
    const rows = kind ? await readRecords(db, kind, { workspaceId: workspace.id, ids }) : [];
    for (const row of rows) titles.set(row.id, `${kind?.definition.title[0] ?? id} '${row.title}'`);
  }
  return new Map(
    [...firsts].map(([item, { source, sourceKind }]) => {
      const others = new Set(uses.get(item)?.map((use) => use.source)).size - 1;
      const more = others > 0 ? ` and ${others} more` : '';
      return [item, `It is used by ${titles.get(source) ?? sourceKind}${more}.`];
    }),
  );
}
