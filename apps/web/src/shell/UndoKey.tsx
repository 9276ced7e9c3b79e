import { useKeys, useToasts } from '@cubit/web-kit';
import { useApp, useWatched } from '@cubit/web-records';
import { useQueryClient } from '@tanstack/react-query';

/** `Ctrl+Z` takes back the newest step of this tab and names it. */
export function UndoKey() {
  const { undo } = useApp();
  const queries = useQueryClient();
  const toasts = useToasts();
  const newest = useWatched(undo.steps).at(-1);
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
  useKeys({ 'mod+z': { title: newest ? `Undo: ${newest.title}` : 'Undo', run: () => void run() } });
  return null;
}
