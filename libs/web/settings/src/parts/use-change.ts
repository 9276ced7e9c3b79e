import { useApp } from '@cubit/web-records';
import { useToasts } from '@cubit/web-kit';
import { useCallback } from 'react';
import { messageOf, requestIdOf, useRefresh } from './use-list.js';

export interface Change<Result> {
  readonly run: () => Promise<Result>;
  /** What was done, for the toast and the undo step. */
  readonly done: string;
  /** Takes it back. Without it the toast has no Undo: ask before such a change. */
  readonly undo?: (result: Result) => Promise<unknown>;
  /** Paths that are read again. */
  readonly refresh?: readonly string[];
}

export interface Changes {
  /** Throws what the server refused: for forms, which show faults at their fields. */
  readonly change: <Result>(change: Change<Result>) => Promise<Result>;
  /** Shows a refusal as a toast: for switches and buttons. True if it was done. */
  readonly attempt: <Result>(change: Change<Result>) => Promise<boolean>;
}

/** Changes with a toast, a step to undo, and lists that are read again. */
export function useChanges(): Changes {
  const { undo: stack } = useApp();
  const toasts = useToasts();
  const refresh = useRefresh();
  const fail = useCallback(
    (error: unknown) => toasts.show({ text: messageOf(error), tone: 'bad', requestId: requestIdOf(error) }),
    [toasts],
  );
  const change = useCallback(
    async <Result>({ run, done, undo, refresh: paths = [] }: Change<Result>): Promise<Result> => {
      const result = await run();
      await refresh(...paths);
      if (!undo) {
        toasts.show({ text: done });
        return result;
      }
      const step = { title: done, undo: async () => void (await undo(result), await refresh(...paths)) };
      stack.push(step);
      const takeBack = () =>
        stack.undo(step).then((undone) => undone && toasts.show({ text: `Undone: ${done}` }), fail);
      toasts.show({ text: done, onUndo: () => void takeBack() });
      return result;
    },
    [refresh, stack, toasts, fail],
  );
  const attempt = useCallback(
    async <Result>(wanted: Change<Result>): Promise<boolean> => {
      try {
        await change(wanted);
        return true;
      } catch (error) {
        fail(error);
        await refresh(...(wanted.refresh ?? []));
        return false;
      }
    },
    [change, fail, refresh],
  );
  return { change, attempt };
}

/** The merge patch that leads from `after` back to `before`. */
export function patchBack(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries([...names].map((name) => [name, before[name] ?? null]));
}
