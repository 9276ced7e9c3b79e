import { Button, Popover } from '@cubit/web-kit';
import { lazy, Suspense } from 'react';
import type { ListState } from '../model/use-list-state.js';

const ColumnList = lazy(async () => ({ default: (await import('./ColumnList.js')).ColumnList }));

/** Chooses and orders columns: in the address, and as the person's setting for this kind. */
export function ColumnsMenu({ state }: { readonly state: ListState }) {
  return (
    <Popover label="Columns" trigger={<Button icon="columns-3">Columns</Button>}>
      <Suspense>
        <ColumnList state={state} />
      </Suspense>
    </Popover>
  );
}
