import { dropDraft, keepDraft } from '@cubit/web-client';
import { useEffect } from 'react';
import type { PlanEditor } from '../model/editor.js';
import type { PlanDraft, Stored } from './plan-session.js';

const KEEP_MS = 400;

/** Keeps what is not saved in this browser, until it is: the page can be loaded again and the tab closed. */
export function useKeptDraft(editor: PlanEditor, key: string, stored: Stored | null): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const kept = stored && { id: stored.id, etag: stored.etag };
      if (editor.value.isDirty) keepDraft(key, { plan: editor.plan, stored: kept } satisfies PlanDraft);
      else dropDraft(key);
    };
    let seen = editor.value;
    // A new plan is not saved from the start.
    if (seen.isDirty) timer = setTimeout(keep, KEEP_MS);
    const unwatch = editor.watch(() => {
      const { revision, isDirty } = editor.value;
      if (revision === seen.revision && isDirty === seen.isDirty) return;
      seen = editor.value;
      if (!isDirty) return keep();
      timer ??= setTimeout(keep, KEEP_MS);
    });
    const flush = () => {
      if (timer !== undefined) keep();
    };
    addEventListener('pagehide', flush);
    return () => {
      flush();
      unwatch();
      removeEventListener('pagehide', flush);
    };
  }, [editor, key, stored]);
}
