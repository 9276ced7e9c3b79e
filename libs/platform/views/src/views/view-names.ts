import { sql, type Kysely } from 'kysely';
import { readsName, renameNames, type RenamePath } from '@cubit/expressions';
import type { DatabaseSchema } from '@cubit/database';
import type { DeclaredNames, NameUse } from '@cubit/runtime';
import type { ViewRow } from '../tables/schema.js';

type Db = Kysely<DatabaseSchema>;
type Named = Pick<
  ViewRow,
  'workspace_id' | 'id' | 'name' | 'kind' | 'filter' | 'sort' | 'fields' | 'group' | 'lanes'
> & {
  readonly layout_options: Readonly<Record<string, string>>;
  readonly slug: string;
};
type Rename = (field: string) => string | undefined;

/** Fields of kinds that saved views name. */
export const viewNames: DeclaredNames = {
  async uses(db, { fields }) {
    const kinds = [...fields].filter(([, names]) => names.size > 0).map(([kind]) => kind);
    const views = await viewsOf(db, kinds);
    return views.flatMap((view) =>
      [...(fields.get(view.kind) ?? [])].filter((name) => namesField(view, name)).map((name) => useOf(view, name)),
    );
  },
  async rename(db, names) {
    const views = await viewsOf(db, [...names.keys()]);
    const renamed = views.flatMap((view) => {
      const rename = names.get(view.kind);
      const next = rename ? renamedView(view, rename) : view;
      return JSON.stringify(next) === JSON.stringify(view) ? [] : [next];
    });
    if (renamed.length > 0)
      await sql`update saved_view v set filter = x.filter, sort = x.sort, fields = x.fields, "group" = x."group", lanes = x.lanes,
          layout_options = x.layout_options
        from json_to_recordset(${JSON.stringify(renamed)}::json) as x(workspace_id uuid, id uuid, filter text, sort text, fields text[],
          "group" text, lanes text, layout_options jsonb)
        where v.workspace_id = x.workspace_id and v.id = x.id`.execute(db);
    return renamed.map((view) => useOf(view, view.kind));
  },
};

async function viewsOf(db: Db, kinds: readonly string[]): Promise<readonly Named[]> {
  if (kinds.length === 0) return [];
  const { rows } =
    await sql<Named>`select v.workspace_id, v.id, v.name, v.kind, v.filter, v.sort, v.fields, v."group", v.lanes,
      v.layout_options, w.slug
    from saved_view v join workspace w on w.id = v.workspace_id where v.kind = any(${kinds}::text[])`.execute(db);
  return rows;
}

function useOf({ id, name, slug }: Named, what: string): NameUse {
  return { what: `view '${name}'`, id, workspace: slug, name: what };
}

function namesField(view: Named, field: string): boolean {
  const mark = `${field}_renamed`;
  return (
    JSON.stringify(renamedView(view, (name) => (name === field ? mark : name))) !== JSON.stringify(view) ||
    reads(view, field)
  );
}

function reads({ filter }: Named, field: string): boolean {
  return filter !== null && readsName(filter, ([name]) => name === field);
}

function renamedView(view: Named, rename: Rename): Named {
  const inFilter: RenamePath = (path) => (path.length === 1 ? rename(path[0] ?? '') : undefined);
  /** `status:asc`, `-created_at`: the name with what stands around it. A removed field keeps its name, and is reported as a problem. */
  const inKey = (key: string) => key.replace(/[a-z][a-z0-9_]*/, (name) => rename(name) ?? name);
  const inKeys = (keys: string | null) => keys?.split(',').map(inKey).join(',') ?? null;
  const { filter } = view;
  return {
    ...view,
    filter: filter === null ? null : renameNames(filter, inFilter),
    sort: inKeys(view.sort),
    fields: view.fields?.map(inKey) ?? null,
    group: view.group === null ? null : inKey(view.group),
    lanes: view.lanes === null ? null : inKey(view.lanes),
    layout_options: Object.fromEntries(Object.entries(view.layout_options).map(([key, name]) => [key, inKey(name)])),
  };
}
