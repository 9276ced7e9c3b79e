import { type ActionAnswer, pagePaths, type RecordRef, type UiAction } from '@cubit/web-client';
import { useCallback } from 'react';
import { doneText } from './done-text.js';
import { queryKeys } from './query-keys.js';
import { useApp } from './app-context.js';
import { runAction, undoOf } from './run-action.js';
import { type Done, useChanges } from './use-changes.js';
import { useRefresh } from './use-refresh.js';
import { useWorkspace, type Workspace } from './workspace-context.js';

export interface TitledRef extends RecordRef {
  readonly title?: string;
}

export interface RunOptions {
  readonly record?: TitledRef | undefined;
  readonly input?: Readonly<Record<string, unknown>>;
  /** The same on each try of the same call. */
  readonly key?: string;
  /** What it ran on, where that is no one record: `3 parts`. */
  readonly about?: string;
}

/** Runs an action on a record, or on none, and reports it with its undo. Throws what the server refuses. */
export function useRunAction(): (action: UiAction, options?: RunOptions) => Promise<ActionAnswer> {
  const { api } = useApp();
  const workspace = useWorkspace();
  const refresh = useRefresh();
  const { report } = useChanges();
  return useCallback(
    async (action, { record, input = {}, key, about } = {}) => {
      const { slug } = workspace;
      try {
        const answer = await runAction<ActionAnswer>(api, slug, { action: action.id, record, input, key });
        const kind = workspace.kind(record?.kind ?? answer.record?.kind ?? '');
        report({
          ...doneText(action, { input, answer, kind, title: record?.title ?? answer.record?.title, about }),
          undo: answer.undo ? undoOf(api, slug, [answer.undo]) : undefined,
          link: linkOf(workspace, action, answer.result),
        });
        return answer;
      } finally {
        // Also after a refusal, which can mean that what is shown is out of date.
        void refresh(queryKeys.records(slug), queryKeys.record(slug));
      }
    },
    [api, workspace, refresh, report],
  );
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** What an action created: a file, or a record that its result names by its kind. */
function linkOf({ slug, kind, path }: Workspace, action: UiAction, result: unknown): Done['link'] {
  if (typeof result !== 'object' || result === null) return undefined;
  const { file, ...others } = result as Readonly<Record<string, unknown>>;
  if (typeof file === 'string' && ID.test(file))
    return { title: 'Open the file', href: `/api/v1${path(`/files/${file}/content`)}`, newTab: true };
  for (const [name, value] of Object.entries(others)) {
    const made = kind(`${action.module}:${name}`);
    if (made && typeof value === 'string' && ID.test(value))
      return { title: `Open ${made.title.toLowerCase()}`, href: pagePaths.record(slug, made.id, value) };
  }
  return undefined;
}
