import { compact, type ModuleContext } from '@cubit/core';
import { roundQuantity } from '@cubit/decimal';
import { jobRecord, type Job } from '../job/job.fields.js';
import type { Report } from './report-input.js';

/** Progress is stored in steps of one percent, so that frequent reports do not cause frequent writes. */
const STEPS = 100;

/** Records the progress of a print that continues, pauses or resumes. */
export async function recordProgress(
  { records }: ModuleContext,
  job: Job,
  { report, status }: { readonly report: Report; readonly status: 'printing' | 'paused' },
): Promise<void> {
  const { progress, eta, filament_used_mm: usedMm, reason } = report;
  const isStep = progress !== undefined && Math.floor(progress * STEPS) !== Math.floor(job.fields.progress * STEPS);
  const isTurn = job.fields.status !== status;
  const isNamed = report.print_id !== undefined && job.fields.print_id === undefined;
  if (!isStep && !isTurn && !isNamed) return;
  await records.update(
    jobRecord,
    job.id,
    compact({
      status,
      progress: progress === undefined ? undefined : roundQuantity(progress),
      eta,
      used_mm: usedMm === undefined ? undefined : roundQuantity(usedMm),
      print_id: report.print_id,
      ...(status === 'printing' && isTurn ? { auto_paused: false } : {}),
    }),
    { note: { byMachine: true, reason } },
  );
}
