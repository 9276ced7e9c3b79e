import { useCallback, useState } from 'react';
import type { Values } from './model/condition.js';

const PREFIX = 'cubit-draft:';

export interface Draft {
  readonly values: Values;
  readonly change: (next: Values) => void;
  /** Whether the form began with what was typed before. */
  readonly isResumed: boolean;
  /** Forgets what was typed and begins with the initial values. */
  readonly startAgain: () => void;
  /** To call when the form is sent. */
  readonly forget: () => void;
}

/**
 * The values of a form. What was typed survives under its key until `forget`: the form can be closed, the page left or
 * loaded again.
 */
export function useDraft(key: string, initial: () => Values): Draft {
  const [kept] = useState(() => readDraft(key));
  const [isResumed, setResumed] = useState(kept !== null);
  const [values, setValues] = useState<Values>(() => kept ?? initial());
  const change = useCallback(
    (next: Values) => {
      setValues(next);
      try {
        sessionStorage.setItem(PREFIX + key, JSON.stringify(next));
      } catch {
        // A full storage costs the draft alone.
      }
    },
    [key],
  );
  const forget = useCallback(() => sessionStorage.removeItem(PREFIX + key), [key]);
  const startAgain = () => {
    forget();
    setResumed(false);
    setValues(initial());
  };
  return { values, change, isResumed, startAgain, forget };
}

export function hasDraft(key: string): boolean {
  return sessionStorage.getItem(PREFIX + key) !== null;
}

function readDraft(key: string): Values | null {
  try {
    const kept = sessionStorage.getItem(PREFIX + key);
    return kept === null ? null : (JSON.parse(kept) as Values);
  } catch {
    return null;
  }
}
