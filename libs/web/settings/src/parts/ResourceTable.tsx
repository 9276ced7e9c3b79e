import { Button, ErrorState, Skeleton } from '@cubit/web-kit';
import type { ReactNode } from 'react';
import { type ListState } from './use-list.js';
import styles from './parts.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers: right-aligned, tabular. */
  readonly numeric?: boolean;
  /** As wide as its text. */
  readonly fit?: boolean;
  /** Buttons: the title is for screen readers alone. */
  readonly actions?: boolean;
}

export interface ResourceTableProps<Row> {
  readonly label: string;
  readonly list: ListState<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** An `EmptyState`. */
  readonly empty: ReactNode;
  readonly drive?: (row: Row) => string;
}

const BONES = 4;

/** A list of the API as a table, on phones as cards, with its states: loading, failed, empty. */
export function ResourceTable<Row>({ label, list, columns, rowKey, empty, drive }: ResourceTableProps<Row>) {
  const { rows, error, more } = list;
  if (error !== null && error !== undefined)
    return <ErrorState error={error} onRetry={list.retry} retrying={list.retrying} />;
  if (!rows) return <Skeleton shape="rows" count={BONES} label={`Loading ${label}`} />;
  if (rows.length === 0) return empty;
  return (
    <>
      <div className={styles.frame}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ id, title, numeric, fit, actions }) => (
                <th key={id} scope="col" data-numeric={numeric} data-fit={fit || actions || undefined}>
                  {actions === true ? <span className={styles.hidden}>{title}</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} data-row data-drive={drive?.(row)}>
                {columns.map(({ id, title, cell, numeric, fit, actions }) => (
                  <td
                    key={id}
                    data-title={actions === true ? undefined : title}
                    data-numeric={numeric}
                    data-fit={fit || actions || undefined}
                    data-actions={actions}
                  >
                    <div className={actions === true ? styles.actions : undefined}>{cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more && (
        <div>
          <Button size="small" pending={list.loadingMore} onPress={more}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
