import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { failureSuspected, printPaused } from '../events/print-events.js';
import { printPayload } from '../job/job-payload.js';
import { jobRecord } from '../job/job.fields.js';
import { isRunning } from '../job/job-status.js';
import { setPrintStatus } from '../job/set-print-status.js';
import { settings } from '../settings.js';
import { IGNORED_SCORES, type IgnoredScore, watchScore, withIgnoredAlert } from './watch-score.js';

export const reportFailureScore = defineAction({
  id: 'digifab:report_failure_score',
  title: 'Report a failure score',
  description:
    'Reports the score that a failure detector gives one image of the print. The settings decide when scores raise a suspicion and whether it pauses the print. A print that is already paused is judged as well.',
  appliesTo: [jobRecord],
  input: input({
    score: Type.Number({
      title: 'Score',
      minimum: 0,
      maximum: 1,
      description: 'From 0 (no failure) to 1 (certain failure).',
    }),
    source: Field.text({ title: 'Source', minLength: 1, description: 'Name of the detector.' }),
    certain: Type.Optional(
      Field.boolean({
        title: 'Certain',
        default: false,
        description: 'The detector has already decided. One score at the threshold raises a suspicion.',
      }),
    ),
    frame: Type.Optional(Field.file({ title: 'Image', description: 'The image that was scored.' })),
  }),
  output: output({
    suspected: Type.Boolean({ description: 'This score raised a suspicion.' }),
    in_row: Type.Integer({ description: 'Consecutive scores at or above the threshold.' }),
    paused: Type.Boolean({ description: 'The print is paused.' }),
    ignored: Type.Optional(
      Type.Unsafe<IgnoredScore>({
        type: 'string',
        enum: IGNORED_SCORES,
        description:
          'Why the score was not judged: the job is not printing or paused (`not_printing`), the print has just started (`first_seconds`), a suspicion was just dismissed (`cooldown`) or is open (`suspected`).',
      }),
    ),
  }),
  emits: [failureSuspected, printPaused, machineStatusChanged, jobUpdated],
  effects: MOVES,
  settings,
  ui: { offered: false, icon: 'triangle-alert', order: 98 },
  example: { title: 'Looks bad', input: { score: 0.83, source: 'obico' } },
  async run(context, job, { score, source, certain, frame }) {
    const { records, now, emit, settings: limits } = context;
    if (!isRunning(job.fields.status))
      return { suspected: false, in_row: 0, paused: false, ignored: 'not_printing' as const };
    const seen = { score, now, startedAt: job.fields.started_at, isCertain: certain === true };
    const { watch, isSuspected, ignored } = watchScore(job.fields.watch, seen, limits);
    const isAlert = certain === true && score >= limits.failure_threshold;
    if (ignored !== undefined && isAlert) {
      const alert = { score, source, at: now.toISOString(), reason: ignored };
      await records.update(jobRecord, job.id, { watch: withIgnoredAlert(watch, alert) });
    } else if (ignored === undefined)
      await records.update(jobRecord, job.id, compact({ watch, snapshot: frame }), { path: () => '/input/frame' });
    const isPaused = job.fields.status === 'paused';
    const toPause = isSuspected && limits.failure_auto_pause && !isPaused;
    const command = toPause
      ? await setPrintStatus(context, job, { status: 'paused', reason: 'detected', isAutomatic: true })
      : null;
    // With a device, the machine reports the pause itself.
    const paused = isPaused || (toPause && command === null);
    if (isSuspected) {
      const about = { ...printPayload(job), score, frames: watch.in_row, source, paused };
      emit(failureSuspected, compact({ ...about, snapshotFileId: frame }));
    }
    return compact({ suspected: isSuspected, in_row: watch.in_row, paused, ignored });
  },
});
