/** For what people do: changes, their toasts and their undo. No page needs it before that. */
export type { Faults } from './refusal.js';
export { useRecordChanges } from './record-changes.js';
export { type Change, type Changes, useChanges } from './use-changes.js';
export { useRefresh } from './use-refresh.js';
export { useRunAction } from './use-run-action.js';
export { type Submission, useSubmit } from './use-submit.js';
export { ResumedDraft } from '../forms/ResumedDraft.js';
export { type Draft, useDraft } from '../forms/use-draft.js';
export { isOffered } from '../forms/model/condition.js';
export { prefilled } from '../forms/dialogs/prefill.js';
export { mergePatch } from '../forms/model/merge-patch.js';
