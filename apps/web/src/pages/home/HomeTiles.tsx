import { apiPaths, type CubitRecord, type Page, pagePaths, type UiKind, type UiModule } from '@cubit/web-client';
import { type HomeTile, referenceFilter } from '@cubit/web-contract';
import { Num, Skeleton, Tile } from '@cubit/web-kit';
import { queryKeys, useApp, useMe, useWorkspace, withSearch } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import styles from './HomePage.module.css';

/** One group of tiles for each module that declares some. */
export function HomeTiles() {
  const { ui } = useWorkspace();
  const modules = ui.modules.filter(({ ui: { home } }) => home !== undefined && home.length > 0);
  return modules.map((module) => <ModuleTiles key={module.name} module={module} />);
}

function ModuleTiles({ module }: { readonly module: UiModule }) {
  return (
    <section aria-label={module.title}>
      <h2 className={styles.heading}>{module.title}</h2>
      <div className={styles.tiles}>
        {module.ui.home?.map((tile) => (
          <CountTile key={tile.title} tile={tile} />
        ))}
      </div>
    </section>
  );
}

function CountTile({ tile }: { readonly tile: HomeTile }) {
  const { api } = useApp();
  const { slug, kind: kindOf } = useWorkspace();
  const { data: me } = useMe();
  const kind = kindOf(tile.metric);
  const filter = filterOf(tile, kind, me?.id);
  const query = { filter, count: 'exact', limit: 1 } as const;
  const { data, error } = useQuery({
    queryKey: queryKeys.recordsPart(slug, tile.metric, ['count', filter]),
    queryFn: async ({ signal }) =>
      (await api.get<Page<CubitRecord>>(apiPaths.kind(slug, tile.metric), { query, signal })).total ?? 0,
    enabled: filter !== null,
  });
  if (!kind) return null;
  const value = data === undefined ? <Skeleton /> : <Num value={String(data)} />;
  return (
    <Tile
      title={tile.title}
      icon={kind.ui.icon}
      value={error ? '–' : value}
      note={error?.message}
      tone={data === undefined || data === 0 ? undefined : tile.tone}
      href={withSearch(pagePaths.kind(slug, tile.metric), { filter: filter ?? undefined })}
    />
  );
}

/** A tile of what belongs to the person waits for who they are. */
function filterOf({ filter, mine }: HomeTile, kind: UiKind | undefined, person: string | undefined): string | null {
  if (mine === undefined) return filter ?? '';
  const field = kind?.fields.find(({ name }) => name === mine);
  if (person === undefined || !field) return null;
  const own = filter !== undefined && /[|?]/.test(filter) ? `(${filter})` : filter;
  return [own, referenceFilter(field, person)].filter(Boolean).join(' && ');
}
