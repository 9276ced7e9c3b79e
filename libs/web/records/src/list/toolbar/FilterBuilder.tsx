import { Button, Popover } from '@cubit/web-kit';
import { lazy, Suspense } from 'react';
import type { ListState } from '../model/use-list-state.js';

const ConditionForm = lazy(async () => ({ default: (await import('./ConditionForm.js')).ConditionForm }));

/** Adds a condition by field, operator and value. */
export function FilterBuilder({ state }: { readonly state: ListState }) {
  return (
    <Popover label="Add a filter" trigger={<Button icon="plus">Add filter</Button>}>
      {(close) => (
        <Suspense>
          <ConditionForm state={state} onDone={close} />
        </Suspense>
      )}
    </Popover>
  );
}
