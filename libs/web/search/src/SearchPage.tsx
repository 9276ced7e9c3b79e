import { pagePaths } from '@cubit/web-client';
import { EmptyState, ErrorState, Icon, SearchField, Skeleton } from '@cubit/web-kit';
import { Page, useSearchParams, useSetSearch, useWorkspace } from '@cubit/web-records';
import styles from './SearchPage.module.css';
import { type Hit, useSearch } from './use-search.js';

const MOST = 100;

/** Everything that the words of the address find, by kind. */
export function SearchPage() {
  const { q = '', kinds } = useSearchParams();
  const setSearch = useSetSearch();
  const { data, error, isFetching, refetch } = useSearch(q, { kinds, limit: MOST });
  const typed = q.trim() !== '';
  return (
    <Page title={typed ? `Search: ${q}` : 'Search'} bare narrow busy={typed && isFetching && !data}>
      <SearchField label="Search" value={q} onChange={(text) => setSearch({ q: text }, { replace: true })} autoFocus />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!typed && <p className={styles.note}>Names, part numbers, tags and texts of all records are searched.</p>}
      {typed && !data && !error && <Skeleton count={8} />}
      {typed && data?.length === 0 && (
        <EmptyState icon="search" title="Nothing was found">
          Check the spelling, or search for one word of the name.
        </EmptyState>
      )}
      {typed && <Groups hits={data ?? []} />}
    </Page>
  );
}

function Groups({ hits }: { readonly hits: readonly Hit[] }) {
  const { slug, kind: kindOf } = useWorkspace();
  return [...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, found]) => (
    <section key={kind} aria-label={kindOf(kind)?.plural ?? kind}>
      <h2 className={styles.heading}>
        <Icon name={kindOf(kind)?.ui.icon ?? 'box'} />
        {kindOf(kind)?.plural ?? kind}
        <span className={styles.count}>{found.length}</span>
      </h2>
      <ul className={styles.list}>
        {found.map(({ id, title, snippet }) => (
          <li key={id}>
            <a className={styles.hit} href={pagePaths.record(slug, kind, id)}>
              <span>{title}</span>
              {snippet !== null && snippet !== title && <span className={styles.snippet}>{snippet}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}
