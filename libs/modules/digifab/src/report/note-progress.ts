import { compact, roundDecimal, type ModuleContext } from '@cubit/core';
import { jobRecord, type Job } from '../job/job.fields.js';
import type { Report } from './report-input.js';

/** Progress is written down in steps of a percent: a machine that reports each second is not written each second. */
const STEPS = 100;

/** A print that goes on, pauses or resumes: how far it is. */
export async function noteProgress(
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
      progress: progress === undefined ? undefined : roundDecimal(progress),
      eta,
      used_mm: usedMm === undefined ? undefined : roundDecimal(usedMm),
      print_id: report.print_id,
      ...(status === 'printing' && isTurn ? { auto_paused: false } : {}),
    }),
    { note: { byMachine: true, reason } },
  );
}
