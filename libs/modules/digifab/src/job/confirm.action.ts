import {
  compact,
  DAY_MS,
  defineAction,
  fail,
  Field,
  type ModuleContext,
  notWhile,
  validationFailed,
} from '@cubit/core';
import { subtractQuantities } from '@cubit/decimal';
import { Type, type Static } from 'typebox';
import { input, output, REPEATABLE } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineReady, runCompleted } from '../events/machine-events.js';
import { printCancelled, printConfirmed, printScrapped } from '../events/print-events.js';
import { machineRecord } from '../machine/machine.fields.js';
import { runRecord } from '../run/run.fields.js';
import { countVerdict } from '../run/count-verdict.js';
import { printPayload } from './job-payload.js';
import { jobFields, jobRecord, type Job } from './job.fields.js';

/** A verdict can be changed for a day after the first one. After that, output may have been used. */
const CHANGEABLE_MS = DAY_MS;

const confirmInput = input({
  outcome: Field.enum(['good', 'scrapped', 'partial'], {
    title: 'Outcome',
    description: '`partial`: only some of it is good.',
  }),
  good_qty: Type.Optional(
    Field.decimal({ title: 'Good', exclusiveMinimum: 0, description: 'Required for `partial`: the good quantity.' }),
  ),
  note: Type.Optional(
    Field.longtext({ title: 'Note', description: 'What is wrong with it, or what to change. Stored on the job.' }),
  ),
  photo: Type.Optional(Field.described(jobFields.properties.photo, Field.file())),
});
type Verdict = Static<typeof confirmInput>;

export const confirm = defineAction({
  id: 'digifab:confirm',
  title: 'Judge result',
  description:
    'Records the verdict on a completed print. The good quantity is added to stock, and if all of it is good the linked task is completed. Clears the bed. A verdict can be changed for a day; stock is corrected.',
  appliesTo: [jobRecord],
  input: confirmInput,
  output: output({
    good_qty: Type.Number(),
    output_delta: Type.Number({ description: 'Change of stock by this verdict; negative if stock is removed.' }),
    changed: Type.Boolean({ description: 'False if the verdict is the same as before.' }),
  }),
  emits: [printConfirmed, printScrapped, machineReady, runCompleted, printCancelled, ...jobEvents],
  agent: { words: ['result', 'outcome', 'how it went', 'good', 'failed', 'successful print'] },
  effects: REPEATABLE,
  ui: {
    done: 'Judged {title}: {input.outcome}',
    icon: 'clipboard-check',
    tone: 'primary',
    key: 'j',
    order: 15,
    visible: { field: 'status', is: 'completed' },
  },
  example: { title: 'All good', input: { outcome: 'good' } },
  available: ({ fields: { status } }) => status === 'completed' || notWhile(status),
  async run(context, job, verdict) {
    const { records, now } = context;
    const { outcome: previous, good_qty: before = 0, judged_at: judgedAt, verdicts } = job.fields;
    const total = await totalOf(context, job);
    const good = goodOf(verdict, total);
    const delta = subtractQuantities(good, before);
    if (previous === verdict.outcome && delta === 0) return { good_qty: good, output_delta: 0, changed: false };
    assertChangeable(judgedAt, now);
    const judged = await records.update(
      jobRecord,
      job.id,
      compact({
        outcome: verdict.outcome,
        good_qty: good,
        verdicts: verdicts + 1,
        judged_at: judgedAt ?? now.toISOString(),
        verdict_note: verdict.note,
        photo: verdict.photo,
      }),
      { path: (field) => (field === 'photo' ? '/input/photo' : '/input') },
    );
    emitVerdict(context, judged, { previous, before });
    await countVerdict(context, judged, { before: previous === 'pending' ? null : before, good, total });
    await clearBed(context, job);
    return { good_qty: good, output_delta: job.fields.output ? delta : 0, changed: true };
  },
});

async function totalOf({ records }: ModuleContext, { fields: { output: made, run } }: Job): Promise<number> {
  if (made) return made.qty;
  const found = run === undefined ? undefined : (await records.getMany(runRecord, [run])).get(run);
  return found?.fields.per_plate ?? 1;
}

function goodOf({ outcome, good_qty: qty }: Verdict, total: number): number {
  const path = '/input/good_qty';
  if (outcome === 'scrapped') return 0;
  if (outcome === 'good') return total;
  if (qty === undefined)
    throw validationFailed([{ path, code: 'required', message: 'good_qty is required for a partial verdict.' }]);
  if (qty >= total)
    throw validationFailed([
      { path, code: 'maximum', message: `good_qty must be less than ${total} for a partial verdict.` },
    ]);
  return qty;
}

function assertChangeable(judgedAt: string | undefined, now: Date): void {
  if (judgedAt === undefined || now.getTime() - Date.parse(judgedAt) <= CHANGEABLE_MS) return;
  const message = 'The verdict is more than a day old and can no longer be changed.';
  throw fail('conflict', message, { details: [{ path: '/record', code: 'final', message }] });
}

function emitVerdict(
  { emit }: ModuleContext<typeof printConfirmed | typeof printScrapped>,
  job: Job,
  { previous, before }: { readonly previous: Job['fields']['outcome']; readonly before: number },
): void {
  const { outcome, output: made, task, verdicts, good_qty: goodQty = 0, verdict_note: note } = job.fields;
  const stock =
    made === undefined
      ? {}
      : compact({
          outputPartId: made.part,
          outputQty: goodQty > 0 ? goodQty : undefined,
          outputCauseKey: goodQty > 0 ? outputKey(job, verdicts) : undefined,
          replacesCauseKey: before > 0 ? outputKey(job, verdicts - 1) : undefined,
        });
  const isReopened = previous === 'good' && outcome !== 'good' && task !== undefined;
  const reopening = isReopened ? { reopenTaskId: task } : {};
  const common = { ...printPayload(job), outcome, previousOutcome: previous, goodQty, ...stock, ...reopening };
  if (outcome === 'scrapped') emit(printScrapped, compact({ ...common, note, linkedTaskId: task }));
  else emit(printConfirmed, compact({ ...common, note, linkedTaskId: outcome === 'good' ? task : undefined }));
}

/** One posting per verdict: the next verdict reverses it and makes its own. */
function outputKey({ id, fields: { attempts } }: Job, verdict: number): string {
  return `digifab:job:${id}:${attempts}:output:${verdict}`;
}

/** A user who judges a print has removed it from the bed. The bed may hold a later print by now. */
async function clearBed({ records }: ModuleContext, { id, fields }: Job): Promise<void> {
  const machines = await records.lock(machineRecord, fields.machine === undefined ? [] : [fields.machine]);
  const machine = machines.get(fields.machine ?? '');
  if (machine?.fields.bed_job === id)
    await records.update(machineRecord, machine.id, { needs_clear: false, bed_job: null });
}
