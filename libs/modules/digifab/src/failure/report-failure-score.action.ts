import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { failureSuspected, printPaused } from '../events/print-events.js';
import { aboutPrint } from '../job/about-job.js';
import { jobRecord } from '../job/job.fields.js';
import { turnPrint } from '../job/turn-print.js';
import { settingsOf } from '../settings.js';
import { watchScore } from './watch-score.js';

export const reportFailureScore = defineAction({
  id: 'digifab:report_failure_score',
  title: 'Report a failure score',
  description:
    'What a detector thinks of one look at the print. The settings say when that makes a suspicion, and whether it pauses.',
  appliesTo: [jobRecord],
  input: input({
    score: Type.Number({ minimum: 0, maximum: 1, description: '0: fine; 1: spaghetti.' }),
    source: Field.text({ minLength: 1, description: 'Which detector.' }),
    certain: Type.Optional(
      Field.boolean({
        default: false,
        description: 'The detector has judged by itself: no further look is waited for.',
      }),
    ),
    frame: Type.Optional(Field.file({ description: 'What it has seen.' })),
  }),
  output: output({
    suspected: Type.Boolean({ description: 'By this score.' }),
    in_row: Type.Integer(),
    paused: Type.Boolean(),
    ignored: Type.Optional(
      Type.Unsafe<string>({ type: 'string', enum: ['not_printing', 'first_seconds', 'cooldown', 'suspected'] }),
    ),
  }),
  emits: [failureSuspected, printPaused, machineStatusChanged, jobUpdated],
  effects: MOVES,
  example: { title: 'Looks bad', input: { score: 0.83, source: 'obico' } },
  async run(context, job, { score, source, certain, frame }) {
    const { records, now, emit } = context;
    if (job.fields.status !== 'printing')
      return { suspected: false, in_row: 0, paused: false, ignored: 'not_printing' };
    const settings = settingsOf(context);
    const seen = { score, now, startedAt: job.fields.started_at, isCertain: certain === true };
    const { watch, isSuspected, ignored } = watchScore(job.fields.watch, seen, settings);
    if (ignored === undefined)
      await records.update(jobRecord, job.id, compact({ watch, snapshot: frame }), { path: () => '/input/frame' });
    const toPause = isSuspected && settings.failure_auto_pause;
    const told = toPause
      ? await turnPrint(context, job, { status: 'paused', reason: 'detected', isAutomatic: true })
      : null;
    // Where the machine is told, it says so itself once it is.
    const paused = toPause && told === null;
    if (isSuspected) {
      const about = { ...aboutPrint(job), score, frames: watch.in_row, source, paused };
      emit(failureSuspected, compact({ ...about, snapshotFileId: frame }));
    }
    return compact({ suspected: isSuspected, in_row: watch.in_row, paused, ignored });
  },
});
