import type { Report } from '../report/report-input.js';

/** What a machine's host says, in our words. */
export interface MachineSignal {
  /** Without a state: of the print that is under way, whatever its state is. */
  readonly report?: Omit<Report, 'state'> & { readonly state?: Report['state'] };
  /** What a detector has found, by a judgement of its own. */
  readonly failure?: { readonly score: number; readonly source: string };
}

/** Or why it means nothing here. */
export type Reading = MachineSignal | string;

/** Several hosts may speak of one print: names of prints are compared within one way of naming alone. */
export const printOfFile = (name: string | null | undefined) =>
  name === null || name === undefined || name === ''
    ? {}
    : { print_id: `file:${name.split('/').at(-1) ?? name}`.slice(0, 500) };

export const fraction = (value: number | null | undefined) =>
  value === null || value === undefined || !Number.isFinite(value) ? {} : { progress: Math.min(1, Math.max(0, value)) };

export const inSeconds = (seconds: number | null | undefined, now: Date) =>
  seconds === null || seconds === undefined || seconds < 0 || seconds > 1e8
    ? {}
    : { eta: new Date(now.getTime() + seconds * 1_000).toISOString() };
