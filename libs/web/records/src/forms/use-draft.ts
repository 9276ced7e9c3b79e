import { useCallback, useState } from 'react';
import type { Values } from './model/condition.js';

const PREFIX = 'cubit-draft:';

/** The values of a form, which survive a reload of the page under their key until `forget`. */
export function useDraft(key: string, initial: () => Values) {
  const [values, setValues] = useState<Values>(() => readDraft(key) ?? initial());
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
  return { values, change, forget, replace: setValues };
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
