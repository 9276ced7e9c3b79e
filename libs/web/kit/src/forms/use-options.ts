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
  /** The text that the options were found by; undefined before the first are there. */
  readonly foundBy: string | undefined;
  readonly options: readonly Option[];
  readonly loading: boolean;
  readonly failed: boolean;
}

export interface OptionsSource {
  readonly load: (query: string, signal: AbortSignal) => Promise<readonly Option[]>;
  readonly query: string;
  readonly active: boolean;
  readonly onFound?: (options: readonly Option[]) => void;
}

const TYPING_PAUSE_MS = 120;

/** Loads options while `active`, at once for an empty query and after a pause in typing for others. */
export function useOptions({ load, query, active, onFound }: OptionsSource): OptionsState {
  const [state, setState] = useState<OptionsState>({ foundBy: undefined, options: [], loading: false, failed: false });
  const tell = useEffectEvent((options: readonly Option[]) => onFound?.(options));
  const run = useEffectEvent(async (text: string, signal: AbortSignal) => {
    setState((before) => ({ ...before, loading: true, failed: false }));
    try {
      const options = await load(text, signal);
      if (signal.aborted) return;
      setState({ foundBy: text, options, loading: false, failed: false });
      tell(options);
    } catch {
      if (!signal.aborted) setState({ foundBy: text, options: [], loading: false, failed: true });
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
