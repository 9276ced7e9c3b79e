import { type Fault, pagePaths, type UiKind } from '@cubit/web-client';
import { Banner, Button } from '@cubit/web-kit';
import { Page, useWorkspace } from '@cubit/web-records';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PlanEditor } from '../model/editor.js';
import type { Plan } from '../model/plan.js';
import { Strip } from '../panels/Strip.js';
import { AskBeforeLeaving } from '../save/AskBeforeLeaving.js';
import { ConflictDialog } from '../save/ConflictDialog.js';
import { draftKey, type Loaded, type Stored } from '../save/plan-session.js';
import { SaveButtons } from '../save/SaveButtons.js';
import { useKeptDraft } from '../save/use-kept-draft.js';
import { useSave } from '../save/use-save.js';
import { EditorProvider, focusCanvas } from './editor-context.js';
import { EditorParts } from './EditorParts.js';
import { PlanToolbar } from './Toolbar.js';
import { useEditorKeys } from './use-editor-keys.js';
import { useEditorState } from './use-editor-state.js';
import styles from './view.module.css';

export interface EditorProps {
  readonly kind: UiKind;
  readonly editor: PlanEditor;
  /** What the server has; null for a new plan. */
  readonly first: Stored | null;
  /** A draft of this browser is shown. */
  readonly isResumed: boolean;
  /** Leaves the draft. */
  readonly onDiscard: () => void;
  readonly onCreated: (id: string) => void;
}

const NO_FAULTS: readonly Fault[] = [];

/** The floor-plan editor: tools, contents, drawing, details. */
export function Editor({ kind, editor, first, isResumed, onDiscard, onCreated }: EditorProps) {
  const { slug } = useWorkspace();
  const saving = useSave({ editor, kind, first, onCreated });
  const { stored, setStored, save, refused } = saving;
  const isRefused = refused !== null && refused.revision === editor.value.revision;
  const context = useEditorState(editor, isRefused ? refused.faults : NO_FAULTS);
  const { state } = context;
  const [isDraft, setDraft] = useState(isResumed);
  useKeptDraft(editor, draftKey(slug, kind.id, stored?.id ?? null), stored);
  const latestSave = useRef(save);
  useLayoutEffect(() => {
    latestSave.current = save;
  });
  const saveNow = useCallback(() => void latestSave.current(), []);
  const onKeyDown = useEditorKeys(context, saveNow);
  const [isNew] = useState(first === null);
  useEffect(() => {
    // The form that began the plan is gone, and its focus with it.
    if (isNew) focusCanvas();
  }, [isNew]);
  const title = titleOf(state.plan, kind);
  const load = ({ plan, etag }: Loaded) => {
    editor.edit({ plan, selected: null });
    editor.markSaved(plan);
    setStored(stored && { ...stored, etag, document: plan });
    saving.endConflict();
  };
  const discard = () => {
    setDraft(false);
    onDiscard();
  };
  return (
    <EditorProvider value={context}>
      <Page
        title={title}
        fill
        lead={<SavedState kind={kind} stored={stored} isDirty={state.isDirty} />}
        actions={<SaveButtons {...{ kind, title, saving }} />}
      >
        <div className={styles.editor} onKeyDown={onKeyDown}>
          {isDraft && state.isDirty && (
            <Banner action={<Button onPress={discard}>Discard them</Button>}>
              Changes that were not saved are shown.
            </Banner>
          )}
          {isRefused && (
            <Banner tone="bad">The server refused the plan. What is wrong comes first under “To look at”.</Banner>
          )}
          <PlanToolbar />
          <Strip />
          <EditorParts />
        </div>
        {saving.isConflict && stored && (
          <ConflictDialog
            {...{ kind }}
            id={stored.id}
            onLoad={load}
            onOverwrite={({ plan, etag }) => save({ id: stored.id, etag, document: plan })}
            onClose={saving.endConflict}
          />
        )}
        <AskBeforeLeaving editor={editor} />
      </Page>
    </EditorProvider>
  );
}

interface SavedStateProps {
  readonly kind: UiKind;
  readonly stored: Stored | null;
  readonly isDirty: boolean;
}

function SavedState({ kind, stored, isDirty }: SavedStateProps) {
  const { slug } = useWorkspace();
  const about = isDirty ? 'Not saved' : 'Saved';
  return (
    <>
      <span>{about}</span>
      {stored && (
        <>
          {' · '}
          <a href={pagePaths.record(slug, kind.id, stored.id)}>{kind.title}</a>
        </>
      )}
    </>
  );
}

/** The name by which a plan is listed. */
function titleOf({ site, rooms }: Plan, kind: UiKind): string {
  return site?.name ?? rooms[0]?.name ?? kind.title;
}
