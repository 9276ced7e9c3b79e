import type { UiAction, UiKind } from '@cubit/web-client';
import { Button } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useBulkActions } from '@cubit/web-records/bulk-actions';
import { lazy, Suspense, useState } from 'react';
import { useEditor } from '../view/editor-context.js';
import type { useSave } from './use-save.js';

/** Loaded when they are first opened: with forms, which drawing does not need. */
const ApplyDialog = lazy(async () => ({ default: (await import('./ApplyDialog.js')).ApplyDialog }));
const CreatedDialog = lazy(async () => ({ default: (await import('./CreatedDialog.js')).CreatedDialog }));

export interface SaveButtonsProps {
  readonly kind: UiKind;
  readonly title: string;
  readonly saving: ReturnType<typeof useSave>;
}

const NO_ROOM = 'A plan has at least one room.';

/** Stores the plan, and makes records of what it draws. */
export function SaveButtons({ kind, title, saving }: SaveButtonsProps) {
  const { kind: kindOf, action: actionOf } = useWorkspace();
  const { state } = useEditor();
  const { apply } = kind.ui;
  const action = apply && actionOf(apply.action);
  const made = apply && kindOf(apply.kind);
  const reason = state.plan.rooms.length === 0 ? NO_ROOM : undefined;
  const { save, isSaving } = saving;
  return (
    <>
      <Button
        icon="save"
        keys="mod+s"
        hint="Save"
        pending={isSaving}
        disabledReason={reason ?? (state.isDirty ? undefined : 'Everything is saved.')}
        onPress={() => void save()}
      >
        Save
      </Button>
      {action?.can === true && made && <ApplyButton {...{ kind, title, saving, action, made, reason }} />}
    </>
  );
}

interface ApplyButtonProps extends SaveButtonsProps {
  readonly action: UiAction;
  readonly made: UiKind;
  readonly reason: string | undefined;
}

function ApplyButton({ kind, title, saving, action, made, reason }: ApplyButtonProps) {
  const { editor } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<readonly string[] | null>(null);
  const [pending, setPending] = useState(false);
  const offered = useBulkActions(made).find(({ id }) => id === kind.ui.apply?.then);
  const { stored, save, renew } = saving;
  const open = async () => {
    setPending(true);
    const ready = editor.value.isDirty || stored === null ? await save() : stored;
    setPending(false);
    setOpen(ready !== null);
  };
  return (
    <>
      <Button variant="primary" pending={pending} disabledReason={reason} onPress={() => void open()}>
        Save and update {made.plural.toLowerCase()}
      </Button>
      <Suspense>
        {isOpen && stored && (
          <ApplyDialog
            {...{ kind, title, stored, action, made, offered }}
            onDone={(ids) => {
              setOpen(false);
              setCreated(ids);
              void renew();
            }}
            onClose={() => setOpen(false)}
          />
        )}
        {created && offered && (
          <CreatedDialog kind={made} action={offered} created={created} onClose={() => setCreated(null)} />
        )}
      </Suspense>
    </>
  );
}
