import type { UiAction } from '@cubit/web-client';
import { useState } from 'react';
import { useChanges } from '../app/use-changes.js';
import { type TitledRef, useRunAction } from '../app/use-run-action.js';
import { asksOf, needsForm } from '../forms/dialogs/needs-form.js';

/** Runs an action on a record, or asks for its input first. `running`: the id of the action that runs. */
export function useStartAction(record: TitledRef, ask: (action: UiAction) => void) {
  const run = useRunAction();
  const { fail } = useChanges();
  const [running, setRunning] = useState<string>();
  const start = async (action: UiAction): Promise<void> => {
    if (needsForm(action)) return ask(action);
    setRunning(action.id);
    try {
      await run(action, { record });
    } catch (error) {
      fail(error);
      // What it can be told may let it run.
      if (asksOf(action).length > 0) ask(action);
    } finally {
      setRunning(undefined);
    }
  };
  return { start, running };
}
