import { dropDraft, pagePaths, readDraft, type UiKind } from '@cubit/web-client';
import { EmptyState, ErrorState, Skeleton } from '@cubit/web-kit';
import { Page, queryKeys, useApp, useGo, useWorkspace } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlanEditor } from './model/editor.js';
import { isPlan, type Plan } from './model/plan.js';
import { documentPath, draftKey, type PlanDraft, readPlan, type Stored } from './save/plan-session.js';
import { StartPage } from './start/StartPage.js';
import { Editor } from './view/Editor.js';

export interface PlanPageProps {
  readonly kind: UiKind;
  /** The record; null for a new one. */
  readonly id: string | null;
}

/** The page on which people draw a floor plan. */
export function PlanPage({ kind, id }: PlanPageProps) {
  const { ui } = useWorkspace();
  const [created, setCreated] = useState<string>();
  if (ui.role === 'viewer') return <NoAccess kind={kind} />;
  // A new plan stays open when it gets its id.
  if (id === null || id === created) return <NewPlan kind={kind} onCreated={setCreated} />;
  return <StoredPlan key={id} kind={kind} id={id} />;
}

function NoAccess({ kind }: { readonly kind: UiKind }) {
  return (
    <Page title={kind.title}>
      <EmptyState icon="lock" title="Viewers cannot draw">
        An admin of the workspace can give you the role of a member.
      </EmptyState>
    </Page>
  );
}

interface NewPlanProps {
  readonly kind: UiKind;
  readonly onCreated: (id: string) => void;
}

function NewPlan({ kind, onCreated }: NewPlanProps) {
  const { slug } = useWorkspace();
  const go = useGo();
  const [editor, setEditor] = useState(() => {
    const draft = keptDraft(slug, kind, null);
    return draft && new PlanEditor(draft.plan, null);
  });
  const [isResumed, setResumed] = useState(editor !== null);
  const discard = () => {
    editor?.markSaved(editor.plan);
    dropDraft(draftKey(slug, kind.id, null));
    setEditor(null);
    setResumed(false);
  };
  if (!editor) return <StartPage kind={kind} onStart={(plan) => setEditor(new PlanEditor(plan, null))} />;
  const address = (id: string) => pagePaths.drawing(slug, kind, id);
  return (
    <Editor
      {...{ kind, editor, isResumed }}
      first={null}
      onDiscard={discard}
      onCreated={(id) => {
        onCreated(id);
        go(address(id), { replace: true });
      }}
    />
  );
}

function StoredPlan({ kind, id }: { readonly kind: UiKind; readonly id: string }) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const path = documentPath(slug, kind, id);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.item(slug, path, {}),
    queryFn: ({ signal }) => readPlan(api, path, signal),
    // What others save meanwhile is asked about when this is saved.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data) return <LoadedPlan kind={kind} plan={data.plan} stored={{ id, etag: data.etag, document: data.plan }} />;
  return (
    <Page title={kind.title} fill busy={!error}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching}>
          <a href={pagePaths.kind(slug, kind.id)}>All {kind.plural.toLowerCase()}</a>
        </ErrorState>
      ) : (
        <Skeleton shape="block" height={480} />
      )}
    </Page>
  );
}

interface LoadedPlanProps {
  readonly kind: UiKind;
  readonly plan: Plan;
  readonly stored: Stored;
}

function LoadedPlan({ kind, plan, stored }: LoadedPlanProps) {
  const { slug } = useWorkspace();
  // What was loaded first: later answers are not drawn over what is being changed.
  const [session] = useState(() => {
    const draft = keptDraft(slug, kind, stored.id);
    const editor = new PlanEditor(draft?.plan ?? plan, plan);
    return { editor, isResumed: draft !== null, plan, stored: baseOf(draft, stored) };
  });
  const { editor, isResumed } = session;
  return (
    <Editor
      {...{ kind, editor, isResumed }}
      first={session.stored}
      onDiscard={() => editor.edit({ plan: session.plan, selected: null })}
      onCreated={() => undefined}
    />
  );
}

function keptDraft(slug: string, kind: UiKind, id: string | null): PlanDraft | null {
  const draft = readDraft<PlanDraft>(draftKey(slug, kind.id, id));
  return draft && isPlan(draft.plan) ? draft : null;
}

/** What a draft was made of. Where that is still what the server has, its document is known. */
function baseOf(draft: PlanDraft | null, stored: Stored): Stored {
  return draft?.stored && draft.stored.etag !== stored.etag ? draft.stored : stored;
}
