import { type ActionAnswer, apiPaths, type CubitRecord, isApiError, type UiAction } from '@cubit/web-client';
import { useToasts } from '@cubit/web-kit';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** The input that the hints of an action give; null if a person has to add something. */
export function readyInput(action: UiAction, record: CubitRecord): Readonly<Record<string, unknown>> | null {
  if (action.ui.confirm !== undefined) return null;
  const given = Object.entries(action.ui.prefill ?? {}).flatMap(([name, hint]) => {
    const isField = typeof hint === 'object' && hint !== null && 'field' in hint;
    const value = isField ? record.fields[hint.field] : hint;
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const input = Object.fromEntries(given);
  return (action.input.required ?? []).every((name) => name in input) ? input : null;
}

/** Runs an action on a record with one tap, and reports it with its undo. */
export function useRunAction(record: CubitRecord) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const report = useReport();
  return useMutation({
    mutationFn: ({ action, input }: { readonly action: UiAction; readonly input: object }) =>
      api.post<ActionAnswer>(apiPaths.action(slug, action.id), {
        record: { kind: record.kind, id: record.id },
        input,
      }),
    onSuccess: ({ undo }, { action }) => {
      const takeBack = () =>
        api.post(apiPaths.action(slug, undo?.action ?? ''), {
          ...(undo?.record && { record: undo.record }),
          input: undo?.input ?? {},
        });
      report(`${action.title}: ${record.title}`, undo ? takeBack : undefined);
    },
    onError: (error) => report.failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['record', slug, record.kind, record.id] }),
  });
}

/** Shows a change as a toast with Undo, which is also a step of the undo stack. */
export function useReport() {
  const { undo } = useApp();
  const toasts = useToasts();
  const queries = useQueryClient();
  const failed = (error: unknown) => {
    toasts.show({
      tone: 'bad',
      text: error instanceof Error ? error.message : String(error),
      requestId: isApiError(error) ? (error.requestId ?? undefined) : undefined,
    });
  };
  const report = (text: string, takeBack?: () => Promise<unknown>) => {
    if (!takeBack) return void toasts.show({ text, tone: 'ok' });
    const step = { title: text, undo: takeBack };
    undo.push(step);
    const run = async () => {
      try {
        await undo.undo(step);
        await queries.invalidateQueries();
        toasts.show({ text: `Undone: ${text}` });
      } catch (error) {
        failed(error);
      }
    };
    toasts.show({ text, onUndo: () => void run() });
  };
  return Object.assign(report, { failed });
}
