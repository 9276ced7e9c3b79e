import { type KeyMap, useKeys, useToasts } from '@cubit/web-kit';
import { useApp, useWatched } from '@cubit/web-records';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

/** `Ctrl+Z` takes back the newest step of this tab and names it. */
export function UndoKey() {
  const { undo } = useApp();
  const queries = useQueryClient();
  const toasts = useToasts();
  const newest = useWatched(undo.steps).at(-1);
  const keys = useMemo((): KeyMap => {
    const run = async () => {
      if (!newest) return void toasts.show({ text: 'Nothing to undo.' });
      try {
        await undo.undo(newest);
        await queries.invalidateQueries();
        toasts.show({ text: `Undone: ${newest.title}` });
      } catch (error) {
        toasts.show({ tone: 'bad', text: error instanceof Error ? error.message : String(error) });
      }
    };
    return { 'mod+z': { title: newest ? `Undo: ${newest.title}` : 'Undo', run: () => void run() } };
  }, [newest, undo, queries, toasts]);
  useKeys('Everywhere', keys);
  return null;
}
