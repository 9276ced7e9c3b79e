import { apiPaths, type CubitRecord, type Page, pagePaths, type UiKind } from '@cubit/web-client';
import { Button, ErrorState, Icon, Panel, Skeleton } from '@cubit/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../app/query-keys.js';
import { useApp } from '../app/app-context.js';
import { useWorkspace } from '../app/workspace-context.js';
import styles from './record.module.css';

interface Referrer {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  /** The referring field. */
  readonly field: string;
}

const REFERRERS = 100;

/** Everything that refers to a record, of any kind. */
export function UsedByPanel({ kind, record }: { readonly kind: UiKind; readonly record: CubitRecord }) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const path = `${apiPaths.record(slug, kind.id, record.id)}/used-by`;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.recordPart(slug, record, ['used-by']),
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Referrer>>(path, { query: { limit: REFERRERS, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  const referrers = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title="Used by" icon="link" flush={referrers.length > 0}>
      {!data && !error && <Skeleton shape="rows" />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && referrers.length === 0 && (
        <p className={styles.none}>No record refers to this {kind.title.toLowerCase()}.</p>
      )}
      {referrers.length > 0 && <ReferrerTable referrers={referrers} />}
      {hasNextPage && (
        <Button wide variant="quiet" pending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          More
        </Button>
      )}
    </Panel>
  );
}

function ReferrerTable({ referrers }: { readonly referrers: readonly Referrer[] }) {
  const { slug, kind: kindOf } = useWorkspace();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Used by">
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Kind</th>
            <th scope="col">As</th>
          </tr>
        </thead>
        <tbody>
          {referrers.map(({ kind: id, id: record, title, field }) => {
            const kind = kindOf(id);
            return (
              <tr key={`${record} ${field}`} data-drive={`record:${id}/${record}`}>
                <th scope="row">
                  <a href={pagePaths.record(slug, id, record)} className={styles.leadLink}>
                    {kind?.ui.icon !== undefined && <Icon name={kind.ui.icon} size={14} />}
                    {title === '' ? kind?.title : title}
                  </a>
                </th>
                <td>{kind?.title ?? id}</td>
                <td>{kind?.fields.find(({ name }) => name === field)?.title ?? field}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
