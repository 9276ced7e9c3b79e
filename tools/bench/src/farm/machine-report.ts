import type { FarmMachine } from './prepare-farm.js';

/** What the host of a machine says of its print, in one of two languages. */
export interface MachineReport {
  readonly state: 'printing' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly file: string;
  /** 0 to 1. */
  readonly progress: number;
  /** Of filament, at the end of a print that was completed. */
  readonly usedMm?: number;
}

/** The host's clock has steps of this size in a file of so many bytes. */
const FILE_BYTES = 1_000_000;

export function requestOf(
  machine: FarmMachine,
  path: string,
  said: MachineReport,
): { readonly url: string; readonly body: object } {
  return machine.webhook === null
    ? {
        url: `${path}/modules/digifab/actions/report`,
        body: { record: { kind: 'digifab:machine', id: machine.id }, input: reportOf(said) },
      }
    : { url: machine.webhook, body: octoprintOf(said) };
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

/** As the Webhooks plugin of OctoPrint posts it. */
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
