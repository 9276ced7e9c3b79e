import { compact, type ModuleContext } from '@cubit/core';
import { jobRecord, type Job } from '../job/job.fields.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { bindLines } from './bind-lines.js';
import type { Report } from './report-input.js';

/** Starts the next attempt of a job with the material that is loaded now. */
export async function startPrint(
  { records, now }: ModuleContext,
  { job, machine, report }: { readonly job: Job; readonly machine: Machine | null; readonly report: Report },
): Promise<{ readonly job: Job; readonly machine: Machine | null }> {
  const at = now.toISOString();
  const { materials, attempts } = job.fields;
  const lines = bindLines(materials ?? [], machine?.fields.loaded ?? []);
  const started = await records.update(
    jobRecord,
    job.id,
    compact({
      status: 'printing',
      attempts: attempts + 1,
      machine: machine?.id,
      started_at: at,
      ended_at: null,
      duration_s: null,
      progress: 0,
      eta: report.eta ?? null,
      error: null,
      failure_reason: null,
      waiting_for: null,
      materials: materials === undefined && lines.length === 0 ? undefined : lines,
      print_id: report.print_id ?? null,
      used_mm: null,
      watch: null,
      snapshot: null,
      auto_paused: false,
      command: null,
    }),
  );
  const running =
    machine &&
    (await records.update(machineRecord, machine.id, {
      current_job: job.id,
      last_started_at: at,
      idle_since: null,
    }));
  return { job: started, machine: running };
}
