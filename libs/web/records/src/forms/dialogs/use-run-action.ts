import { type ActionAnswer, apiPaths, pagePaths, type RecordRef, type UiAction } from '@cubit/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApp } from '../../app/app-context.js';
import { type Change, useChange } from '../../app/use-change.js';
import { useWorkspace, type Workspace } from '../../app/workspace-context.js';
import type { Values } from '../model/condition.js';
import { fieldsOfSchema } from '../model/form-field.js';

export interface TitledRef extends RecordRef {
  readonly title?: string;
}

/** What an action runs on: nothing, one record, many of them, or all that a filter selects. */
export interface ActionTarget {
  readonly record?: TitledRef | undefined;
  readonly records?: readonly TitledRef[] | undefined;
  readonly filter?: { readonly kind: string; readonly filter: string; readonly count?: number } | undefined;
}

interface BulkAnswer {
  readonly done: number;
  readonly skipped: number;
  readonly results: readonly {
    readonly record: RecordRef;
    readonly state: 'done' | 'skipped';
    readonly reason?: { readonly code: string; readonly message: string } | null;
    readonly undo?: ActionAnswer['undo'];
  }[];
}

export interface RunOptions {
  readonly input?: Values;
  readonly key?: string;
}

/** Whether people have to be asked before the action runs. */
export function needsForm(action: UiAction): boolean {
  return action.ui.confirm !== undefined || fieldsOfSchema(action.input, action.ui.hidden).length > 0;
}

/** Runs an action and reports it with its undo. Throws what the server refuses. */
export function useRunAction(): (
  action: UiAction,
  target: ActionTarget,
  options?: RunOptions,
) => Promise<ActionAnswer | BulkAnswer | null> {
  const { api } = useApp();
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const report = useChange();
  return useCallback(
    async (action, target, { input = {}, key } = {}) => {
      const { slug } = workspace;
      const body = { ...targetBody(target), input };
      const answer = await api.post<ActionAnswer | BulkAnswer | { readonly id: string }>(
        apiPaths.action(slug, action.id),
        body,
        {
          ...(key !== undefined && { idempotencyKey: key }),
        },
      );
      void queries.invalidateQueries({
        predicate: ({ queryKey: [what, of] }) => of === slug && (what === 'record' || what === 'records'),
      });
      const undoOf = (undo: ActionAnswer['undo']) => () =>
        api.post(apiPaths.action(slug, undo?.action ?? ''), {
          ...(undo?.record && { record: undo.record }),
          input: undo?.input ?? {},
        });
      if ('results' in answer) {
        report(bulkChange(action, answer, undoOf));
        return answer;
      }
      if (!('events' in answer)) {
        report({ text: `${action.title}: started for all ${target.filter?.count ?? ''} records`.replace('  ', ' ') });
        return null;
      }
      const about = target.record?.title ?? answer.record?.title;
      const text = about === undefined ? action.title : `${action.title}: “${about}”`;
      report({
        text,
        undo: answer.undo ? undoOf(answer.undo) : undefined,
        link: linkOf(workspace, action, answer.result),
      });
      return answer;
    },
    [api, workspace, queries, report],
  );
}

function targetBody({ record, records, filter }: ActionTarget): object {
  const ref = ({ kind, id }: RecordRef) => ({ kind, id });
  if (filter) return { kind: filter.kind, filter: filter.filter };
  if (records) return { records: records.map(ref) };
  return record ? { record: ref(record) } : {};
}

const MOST_REASONS = 3;

function bulkChange(
  action: UiAction,
  { done, skipped, results }: BulkAnswer,
  undoOf: (undo: ActionAnswer['undo']) => () => Promise<unknown>,
): Change {
  const reasons = [...new Set(results.flatMap(({ reason }) => reason?.message ?? []))].slice(0, MOST_REASONS);
  const text = `${action.title}: ${done} done${skipped > 0 ? `, ${skipped} skipped: ${reasons.join(' ')}` : ''}`;
  const undos = results.flatMap(({ undo }) => (undo ? [undo] : []));
  const undo = async () => {
    for (const each of undos.toReversed()) await undoOf(each)();
  };
  return { text, undo: undos.length > 0 && undos.length === done ? undo : undefined };
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** What an action created: a file, or a record that its result names by its kind. */
function linkOf({ slug, kind, path }: Workspace, action: UiAction, result: unknown): Change['link'] {
  if (typeof result !== 'object' || result === null) return undefined;
  const { file, ...others } = result as Values;
  if (typeof file === 'string' && ID.test(file))
    return { title: 'Open the file', href: `/api/v1${path(`/files/${file}/content`)}`, newTab: true };
  for (const [name, value] of Object.entries(others)) {
    const made = kind(`${action.module}:${name}`);
    if (made && typeof value === 'string' && ID.test(value))
      return { title: `Open ${made.title.toLowerCase()}`, href: pagePaths.record(slug, made.id, value) };
  }
  return undefined;
}
