import { dropDraft, keepDraft, readDraft } from '@cubit/web-client';
import { useCallback, useRef, useState } from 'react';
import type { Values } from './model/condition.js';

export interface Draft<Of = Values> {
  readonly values: Of;
  /** With a function: of what the values are then. */
  readonly change: (next: Of | ((before: Of) => Of)) => void;
  /** Whether the form began with what was typed before. */
  readonly isResumed: boolean;
  /** Forgets what was typed and begins with the initial values. */
  readonly startAgain: () => void;
  /** To call when the form is sent. */
  readonly forget: () => void;
}

/**
 * The values of a form. What was typed survives under its key until `forget`: the form can be closed, the page left or loaded again, the tab
 * closed. Without a key nothing is kept.
 */
export function useDraft<Of extends object = Values>(key: string | undefined, initial: () => Of): Draft<Of> {
  const [kept] = useState(() => (key === undefined ? null : readDraft<Of>(key)));
  const [isResumed, setResumed] = useState(kept !== null);
  const [untouched] = useState(initial);
  const [values, setValues] = useState<Of>(kept ?? untouched);
  const latest = useRef(values);
  const show = useCallback((next: Of) => {
    latest.current = next;
    setValues(next);
  }, []);
  const forget = useCallback(() => {
    if (key !== undefined) dropDraft(key);
  }, [key]);
  const change = useCallback(
    (next: Of | ((before: Of) => Of)) => {
      const made = typeof next === 'function' ? next(latest.current) : next;
      show(made);
      if (JSON.stringify(made) === JSON.stringify(untouched)) forget();
      else if (key !== undefined) keepDraft(key, made);
    },
    [key, untouched, show, forget],
  );
  const startAgain = () => {
    forget();
    setResumed(false);
    show(initial());
  };
  return { values, change, isResumed, startAgain, forget };
}
