import { messageOf, requestIdOf } from '@cubit/web-contract';
import type { CubitRecord, RowList, UiKind } from '@cubit/web-client';
import { Button, formatDecimal } from '@cubit/web-kit';
import { recordCount, useStoreState } from '../model/use-list.js';
import styles from './Table.module.css';

export interface TableFootProps {
  readonly store: RowList<CubitRecord>;
  readonly kind: UiKind;
  readonly note?: string | undefined;
}

/** How many records there are, and what went wrong with those that should follow. */
export function TableFoot({ store, kind, note }: TableFootProps) {
  const state = useStoreState(store);
  const { exact, error, loading } = state;
  const count = recordCount(state);
  const requestId = requestIdOf(error);
  const known = exact ? count : Math.max(0, count - 1);
  return (
    <div className={styles.foot}>
      <span>
        {loading && count === 0
          ? 'Loading…'
          : `${formatDecimal(known)}${exact ? '' : '+'} ${(known === 1 ? kind.title : kind.plural).toLowerCase()}`}
      </span>
      {note !== undefined && <span>{note}</span>}
      {error !== null && error !== undefined && (
        <span role="alert">
          {messageOf(error)}
          {requestId !== undefined && ` (${requestId})`}{' '}
          <Button size="small" variant="quiet" icon="rotate-ccw" onPress={() => store.reload()}>
            Retry
          </Button>
        </span>
      )}
    </div>
  );
}
