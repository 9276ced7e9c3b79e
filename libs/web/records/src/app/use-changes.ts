import { requestIdOf } from '@cubit/web-contract';
import type { UndoStep } from '@cubit/web-client';
import { type ToastContent, useToasts } from '@cubit/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApp } from './app-context.js';
import { refusalText } from './refusal.js';
import { type Stale, useRefresh } from './use-refresh.js';

/** Something that was done. */
export interface Done extends Pick<ToastContent, 'tone' | 'link'> {
  /** What was done, as people read it: `Used 2 of "M3 x 8"`. */
  readonly text: string;
  /** Added to the text of the toast alone: `2 skipped: ...`. */
  readonly rest?: string | undefined;
  /** Takes it back on the server. Without it the toast has no Undo: ask before such a change. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

export interface Change<Result> {
  readonly run: () => Promise<Result>;
  /** What was done, as people read it. */
  readonly done: string | ((result: Result) => string);
  readonly undo?: (result: Result) => Promise<unknown>;
  /** What is read again. After an undo, everything is. */
  readonly refresh?: readonly Stale[];
}

export interface Changes {
  /** Throws what the server refused: for forms, which show faults at their fields. */
  readonly change: <Result>(change: Change<Result>) => Promise<Result>;
  /** Shows a refusal as a toast: for switches and buttons. True if it was done. */
  readonly attempt: <Result>(change: Change<Result>) => Promise<boolean>;
  /** Reports what was done: a toast with Undo, and a step of the undo stack. */
  readonly report: (done: Done) => void;
  /** Shows what was refused as a toast. */
  readonly fail: (error: unknown) => void;
  /** Takes back a step of the undo stack. */
  readonly takeBack: (step: UndoStep) => Promise<void>;
}

/** Changes with a toast, a step to undo, and queries that are read again. */
export function useChanges(): Changes {
  const { undo: stack } = useApp();
  const toasts = useToasts();
  const queries = useQueryClient();
  const refresh = useRefresh();
  return useMemo(() => {
    const fail = (error: unknown) =>
      void toasts.show({ tone: 'bad', text: refusalText(error), requestId: requestIdOf(error) });
    const takeBack = async (step: UndoStep) => {
      try {
        const undone = await stack.undo(step);
        if (!undone) return void toasts.show({ text: 'This was undone already.' });
        await queries.invalidateQueries();
        toasts.show({ text: `Undone: ${step.title}` });
      } catch (error) {
        fail(error);
        await queries.invalidateQueries();
      }
    };
    const report = ({ text, rest = '', undo, link, tone }: Done) => {
      const shown = { text: `${text}${rest}`, link };
      if (!undo) return void toasts.show({ ...shown, tone: tone ?? 'ok' });
      const step = { title: text, undo };
      stack.push(step);
      toasts.show({ ...shown, tone, onUndo: () => void takeBack(step) });
    };
    const change = async <Result>({ run, done, undo, refresh: stale = [] }: Change<Result>): Promise<Result> => {
      const result = await run();
      await refresh(...stale);
      report({ text: typeof done === 'string' ? done : done(result), undo: undo && (() => undo(result)) });
      return result;
    };
    const attempt = async <Result>(wanted: Change<Result>): Promise<boolean> => {
      try {
        await change(wanted);
        return true;
      } catch (error) {
        fail(error);
        await refresh(...(wanted.refresh ?? []));
        return false;
      }
    };
    return { change, attempt, report, fail, takeBack };
  }, [stack, toasts, queries, refresh]);
}
