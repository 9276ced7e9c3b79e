import { type CubitRecord, isApiError, type RowStore, type UiKind } from '@cubit/web-client';
import { Button, formatDecimal } from '@cubit/web-kit';
import { useStoreState } from '../model/use-list.js';
import styles from './Table.module.css';

export interface TableFootProps {
  readonly store: RowStore<CubitRecord>;
  readonly kind: UiKind;
}

/** How many records there are, and what went wrong with those that should follow. */
export function TableFoot({ store, kind }: TableFootProps) {
  const { count, exact, error } = useStoreState(store);
  const known = exact ? count : Math.max(0, count - 1);
  return (
    <div className={styles.foot}>
      <span>
        {formatDecimal(known)}
        {exact ? '' : '+'} {known === 1 ? kind.title.toLowerCase() : kind.plural.toLowerCase()}
      </span>
      {error !== null && error !== undefined && (
        <span role="alert">
          {error instanceof Error ? error.message : String(error)}
          {isApiError(error) && error.requestId !== null && ` (${error.requestId})`}{' '}
          <Button size="small" variant="quiet" icon="rotate-ccw" onPress={() => store.reload()}>
            Retry
          </Button>
        </span>
      )}
    </div>
  );
}
