import { Button, EmptyState, ErrorState } from '@cubit/web-kit';
import { isFilterFault } from './model/filter-fault.js';
import type { ListState } from './model/use-list-state.js';

export interface ListFaultProps {
  readonly state: ListState;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of the records of a list, whatever its layout: why there are none. What is wrong with a filter stands in the toolbar. */
export function ListFault({ state, error, onRetry }: ListFaultProps) {
  if (!isFilterFault(error)) return <ErrorState error={error} onRetry={onRetry} />;
  const clear = (
    <Button icon="x" onPress={() => state.set({ filter: undefined })}>
      Clear the filter
    </Button>
  );
  return <EmptyState icon="filter" title="The filter cannot be read" action={clear} />;
}
