import { useToasts } from '@cubit/web-kit';
import { isApiError } from '@cubit/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApp } from './app-context.js';

export interface Change {
  /** What was done, as people read it: `Used 2 of "M3 x 8"`. */
  readonly text: string;
  /** What takes it back on the server; without it there is no Undo. */
  readonly undo?: (() => Promise<unknown>) | undefined;
  readonly link?: { readonly title: string; readonly href: string; readonly newTab?: boolean } | undefined;
}

/** Reports a change that was made: a toast with Undo, and a step of the undo stack. */
export function useChange(): (change: Change) => void {
  const { undo } = useApp();
  const toasts = useToasts();
  const queries = useQueryClient();
  return useCallback(
    ({ text, undo: takeBack, link }) => {
      if (!takeBack) return void toasts.show({ text, link, tone: 'ok' });
      const step = { title: text, undo: takeBack };
      undo.push(step);
      const run = async () => {
        try {
          if ((await undo.undo(step)) === null) return void toasts.show({ text: 'This was undone already.' });
          await queries.invalidateQueries();
          toasts.show({ text: `Undone: ${text}` });
        } catch (error) {
          toasts.show({
            tone: 'bad',
            text: error instanceof Error ? error.message : String(error),
            requestId: isApiError(error) ? (error.requestId ?? undefined) : undefined,
          });
        }
      };
      toasts.show({ text, link, onUndo: () => void run() });
    },
    [undo, toasts, queries],
  );
}

/** Shows what went wrong with something that a person did outside of a form. */
export function useFailure(): (error: unknown) => void {
  const toasts = useToasts();
  return useCallback(
    (error) => {
      const requestId = isApiError(error) ? (error.requestId ?? undefined) : undefined;
      toasts.show({ tone: 'bad', text: error instanceof Error ? error.message : String(error), requestId });
    },
    [toasts],
  );
}
