import { compact, errorOf, fail, type KindHookContext, validationFailed } from '@cubit/core';
import { differs } from '../changed.js';
import { fileRecord, type PrintFile } from '../file/file.fields.js';
import { rankAtEnd } from '../queue/rank.js';
import type { Settings } from '../settings.js';
import { checkMaterials } from './check-materials.js';
import { isByClient } from './is-by-client.js';
import { checkTargets } from './check-targets.js';
import { type JobDraft, MAX_MATERIALS, type MaterialLine } from './job.fields.js';
import { isOver, isWaiting } from './job-status.js';

/** Fields that matching depends on. They cannot change after the job was assigned. */
const MATCHING_FIELDS = ['file', 'target', 'materials', 'not_before'] as const;

export async function applyJobRules(context: KindHookContext<Settings>, drafts: readonly JobDraft[]): Promise<void> {
  for (const draft of drafts) {
    if (draft.operation === 'delete') refuseDeletionOnMachine(draft);
    if (draft.operation === 'create') enterQueue(context, draft);
    if (isByClient(context)) refuseCopies(draft);
    if (draft.operation === 'update' && isByClient(context)) refuseLateChanges(draft);
    if (draft.fields.status !== 'queued') clearWaiting(draft);
  }
  const written = drafts.filter(({ operation }) => operation !== 'delete');
  await fillFromFiles(context, written);
  await checkMaterials(context, written);
  await checkTargets(context, written);
}

function refuseDeletionOnMachine(draft: JobDraft): void {
  const { status } = draft.fields;
  if (isWaiting(status) || isOver(status)) return;
  const message = `The job is ${status}. Cancel it before you delete it.`;
  throw fail('in_use', message, { details: [{ path: '', code: 'in_use', message }] });
}

function enterQueue(context: KindHookContext<Settings>, draft: JobDraft): void {
  const { approval_required: isRequired, may_print: allowed } = context.settings;
  const { id, type } = context.actor;
  const requester = type === 'user' && id !== null ? id : undefined;
  const mustAsk = isRequired && (requester === undefined || !allowed.includes(requester));
  const approval = draft.fields.approval;
  if (context.action === null && (approval === 'approved' || approval === 'rejected')) throw onlyByAction(draft);
  draft.fields = {
    ...draft.fields,
    ...(requester === undefined ? {} : { requested_by: requester }),
    queue_rank: rankAtEnd(draft.id),
    approval: mustAsk && approval === 'none' && draft.fields.run === undefined ? 'waiting' : approval,
  };
}

/** Clears the reasons and the wake time of a job that is not queued. */
function clearWaiting(draft: JobDraft): void {
  const { wake_at: _, waiting_for: __, ...fields } = draft.fields;
  draft.fields = fields;
}

function refuseLateChanges(draft: JobDraft): void {
  const before = draft.before?.fields;
  if (before && before.approval !== draft.fields.approval) throw onlyByAction(draft);
  if (!before || isWaiting(before.status)) return;
  const late = MATCHING_FIELDS.filter((name) => differs(before, draft.fields, [name]));
  if (late.length === 0) return;
  const message = `The job is already ${before.status}.`;
  throw fail('conflict', `${message} Queue another job instead.`, {
    details: late.map((name) => ({ path: draft.path(name), code: 'too_late', message })),
  });
}

/** One record is one job: several are queued by an action. */
function refuseCopies(draft: JobDraft): void {
  const { copies } = draft.fields;
  if (draft.operation === 'delete' || draft.operation === 'restore' || copies === (draft.before?.fields.copies ?? 1))
    return;
  const message = 'A record is one job. Run digifab:queue on the job, its file or its task, with `copies`.';
  throw validationFailed([{ path: draft.path('copies'), code: 'by_action', message }]);
}

function onlyByAction(draft: JobDraft): Error {
  const message = 'Only digifab:approve and digifab:reject set the approval.';
  return errorOf('conflict', message, { details: [{ path: draft.path('approval'), code: 'by_action', message }] });
}

/** Fills the estimates that a job does not state from its file. */
async function fillFromFiles({ records }: KindHookContext, drafts: readonly JobDraft[]): Promise<void> {
  const open = drafts.filter(
    ({ before, fields }) => fields.file !== undefined && differs(before?.fields, fields, ['file']),
  );
  if (open.length === 0) return;
  const files = await records.getMany(
    fileRecord,
    open.flatMap(({ fields }) => fields.file ?? []),
  );
  for (const draft of open) {
    const file = files.get(draft.fields.file ?? '');
    if (!file) continue;
    const { est_time_s: time } = file.fields;
    const lines = linesOfFile(file);
    draft.fields = {
      ...draft.fields,
      ...(draft.fields.est_time_s === undefined && time !== undefined ? { est_time_s: time } : {}),
      ...(draft.fields.materials === undefined && lines.length > 0 ? { materials: lines } : {}),
    };
  }
}

/** Material lines from the estimates of a file, one per tool that uses material. */
function linesOfFile({ fields: { est_g: estimates = [], material } }: PrintFile): MaterialLine[] {
  return estimates
    .filter(({ g }) => g > 0)
    .slice(0, MAX_MATERIALS)
    .map(({ tool, g, material: own }) =>
      compact({
        est_g: g,
        material: own ?? material,
        // A single material may come from any slot.
        slot: estimates.length > 1 ? tool : undefined,
      }),
    );
}
