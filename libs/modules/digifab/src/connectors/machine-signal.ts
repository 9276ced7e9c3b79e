import type { Report } from '../report/report-input.js';

/** The meaning of a payload of a machine host. */
export interface MachineSignal {
  /** Without a state, the report is about the running print in its present state. */
  readonly report?: Omit<Report, 'state'> & { readonly state?: Report['state'] };
  /** A failure that the host detected by itself. */
  readonly failure?: { readonly score: number; readonly source: string };
}

/** A signal, or the reason why the payload is ignored. */
export type Reading = MachineSignal | string;

/** Several hosts may report the same print. Identifiers are compared only within the same scheme. */
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
