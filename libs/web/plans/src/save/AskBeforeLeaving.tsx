import { Button, Dialog } from '@cubit/web-kit';
import { useWatched } from '@cubit/web-records';
import { useBlocker } from '@tanstack/react-router';
import type { PlanEditor } from '../model/editor.js';

/** What is not saved stays in this browser, and nobody else sees it: that is asked about. */
export function AskBeforeLeaving({ editor }: { readonly editor: PlanEditor }) {
  const { isDirty } = useWatched(editor);
  const leaving = useBlocker({
    // What was saved just now is not drawn as saved yet.
    shouldBlockFn: ({ current, next }) => editor.value.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Dialog
      role="alertdialog"
      size="small"
      open={leaving.status === 'blocked'}
      title="Leave without saving?"
      onClose={() => leaving.reset?.()}
      footer={
        <>
          <Button onPress={() => leaving.reset?.()}>Cancel</Button>
          <Button variant="primary" onPress={() => leaving.proceed?.()}>
            Leave
          </Button>
        </>
      }
    >
      <p>This browser keeps your changes and shows them when you open the drawing again. Nobody else sees them.</p>
    </Dialog>
  );
}
