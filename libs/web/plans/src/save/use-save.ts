import { dropDraft, type Fault, isApiError, type UiKind } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useChanges, useRefresh } from '@cubit/web-records/changes';
import { useState } from 'react';
import type { PlanEditor } from '../model/editor.js';
import type { Plan } from '../model/plan.js';
import { documentPath, draftKey, readPlan, type Stored, storePlan } from './plan-session.js';

export interface SaveOptions {
  readonly editor: PlanEditor;
  readonly kind: UiKind;
  readonly first: Stored | null;
  readonly onCreated: (id: string) => void;
}

/** What the server refused of a revision of the document. */
export interface Refused {
  readonly revision: number;
  readonly faults: readonly Fault[];
}

/** Stores the document: what changed since it was read is asked about, what is refused is shown at its place. */
export function useSave({ editor, kind, first, onCreated }: SaveOptions) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const { fail } = useChanges();
  const refresh = useRefresh();
  const [stored, setStored] = useState(first);
  const [isSaving, setSaving] = useState(false);
  const [isConflict, setConflict] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  const pathOf = (record: Stored | null) => documentPath(slug, kind, record?.id ?? null);

  /** The record as it is now, if its document is still the one that was read or saved last; else undefined. */
  const unchanged = async (record: Stored): Promise<Stored | undefined> => {
    if (!record.document) return undefined;
    const { plan, etag } = await readPlan(api, pathOf(record));
    return JSON.stringify(plan) === JSON.stringify(record.document) ? { ...record, etag } : undefined;
  };

  /** To call when the record was changed from here: its tag is another one then. */
  const renew = async (): Promise<void> => {
    const now = stored && (await unchanged(stored).catch(() => undefined));
    if (now) setStored(now);
  };

  /** Stores the document. Where the record changed and its document did not, as by applying it, nothing is asked. */
  const store = async (record: Stored | null, document: Plan): Promise<Stored> => {
    try {
      return await storePlan(api, { path: pathOf(record), stored: record, document });
    } catch (error) {
      const now = record && isConflicting(error) ? await unchanged(record) : undefined;
      if (!now) throw error;
      return storePlan(api, { path: pathOf(now), stored: now, document });
    }
  };

  /** The stored record; null if it could not be stored. */
  const save = async (over: Stored | null = stored): Promise<Stored | null> => {
    const { plan, value } = editor;
    if (isSaving) return null;
    if (over && over === stored && !value.isDirty) return over;
    setSaving(true);
    setRefused(null);
    try {
      const next = { ...(await store(over, plan)), document: plan };
      setStored(next);
      setConflict(false);
      editor.markSaved(plan);
      dropDraft(draftKey(slug, kind.id, over?.id ?? null));
      if (over === null) onCreated(next.id);
      void refresh(queryKeys.records(slug, kind.id), queryKeys.record(slug, kind.id));
      return next;
    } catch (error) {
      if (isConflicting(error)) setConflict(true);
      else if (isApiError(error) && error.status === 422 && error.details.length > 0)
        setRefused({ revision: value.revision, faults: error.details });
      else fail(error);
      return null;
    } finally {
      setSaving(false);
    }
  };
  return { stored, setStored, save, renew, isSaving, isConflict, endConflict: () => setConflict(false), refused };
}

const isConflicting = (error: unknown) => isApiError(error) && error.status === 412;
