import { type KeyMap, useKeys, useToasts } from '@cubit/web-kit';
import { useApp, useWatched } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useMemo } from 'react';

/** `Ctrl+Z` takes back the newest step of this tab and names it. */
export function UndoKey() {
  const { undo } = useApp();
  const { takeBack } = useChanges();
  const toasts = useToasts();
  const newest = useWatched(undo.steps).at(-1);
  const keys = useMemo((): KeyMap => {
    const run = () => {
      // The next press can come before this is drawn again.
      const step = undo.steps.value.at(-1);
      if (step) void takeBack(step);
      else toasts.show({ text: 'Nothing to undo.' });
    };
    return { 'mod+z': { title: newest ? `Undo: ${newest.title}` : 'Undo', run } };
  }, [newest, undo, takeBack, toasts]);
  useKeys('Everywhere', keys);
  return null;
}
