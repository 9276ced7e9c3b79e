import { useEffect, useEffectEvent, useState } from 'react';
import type { IconName } from '../icon/Icon.js';

export interface Option {
  readonly id: string;
  readonly title: string;
  /** A second line: the summary of the record. */
  readonly hint?: string;
  readonly icon?: IconName;
}

export interface OptionsState {
  readonly options: readonly Option[];
  readonly loading: boolean;
  readonly failed: boolean;
}

const TYPING_PAUSE_MS = 120;

/** Loads options while `active`, at once for an empty query and after a pause in typing for others. */
export function useOptions(
  load: (query: string, signal: AbortSignal) => Promise<readonly Option[]>,
  query: string,
  active: boolean,
): OptionsState {
  const [state, setState] = useState<OptionsState>({ options: [], loading: false, failed: false });
  const run = useEffectEvent(async (text: string, signal: AbortSignal) => {
    setState((before) => ({ ...before, loading: true, failed: false }));
    try {
      const options = await load(text, signal);
      if (!signal.aborted) setState({ options, loading: false, failed: false });
    } catch {
      if (!signal.aborted) setState({ options: [], loading: false, failed: true });
    }
  });
  useEffect(() => {
    if (!active) return undefined;
    const controller = new AbortController();
    const timer = window.setTimeout(() => void run(query, controller.signal), query === '' ? 0 : TYPING_PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [query, active]);
  return state;
}
