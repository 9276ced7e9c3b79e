import type { FarmMachine } from './prepare-farm.js';

/** What the host of a machine reports about its print, in one of two formats. */
export interface MachineReport {
  readonly state: 'printing' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly file: string;
  /** 0 to 1. */
  readonly progress: number;
  /** Filament used, at the end of a completed print. */
  readonly usedMm?: number;
}

/** Progress has steps of this size in a file of this many bytes. */
const FILE_BYTES = 1_000_000;

export function requestOf(
  machine: FarmMachine,
  path: string,
  report: MachineReport,
): { readonly url: string; readonly body: object } {
  return machine.webhook === null
    ? {
        url: `${path}/modules/digifab/actions/report`,
        body: { record: { kind: 'digifab:machine', id: machine.id }, input: reportOf(report) },
      }
    : { url: machine.webhook, body: octoprintOf(report) };
}

function reportOf({ state, file, progress, usedMm }: MachineReport): object {
  const end = state === 'completed' ? { filament_used_mm: usedMm } : { progress };
  return { state, print_id: file, ...end };
}

const TOPICS = {
  printing: 'Print Progress',
  paused: 'Print Paused',
  completed: 'Print Done',
  failed: 'Print Failed',
  cancelled: 'Print Failed',
} as const;

/** The format of the Webhooks plugin of OctoPrint. */
function octoprintOf({ state, file, progress, usedMm }: MachineReport): object {
  const reason = state === 'cancelled' ? 'cancelled' : 'error';
  const filament = usedMm === undefined ? null : { tool0: { length: usedMm } };
  return {
    topic: TOPICS[state],
    extra: { name: file, ...(state === 'failed' || state === 'cancelled' ? { reason } : {}) },
    job: { file: { name: file, size: FILE_BYTES }, filament },
    progress: { filepos: Math.round(progress * FILE_BYTES) },
  };
}
