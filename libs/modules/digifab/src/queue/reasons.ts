/** Why a job waits, in the order in which reasons are listed. */
export const REASONS = [
  'approval',
  'not_before',
  'run_paused',
  'no_machine',
  'wrong_model',
  'wrong_nozzle',
  'no_material',
  'not_enough_material',
  'maintenance_due',
  'in_maintenance',
  'machine_error',
  'machine_offline',
  'not_accepting',
  'needs_clear',
  'pool_gap',
  'machine_busy',
] as const;
/** Those whose names are not words for people. */
export const REASON_TITLES: Readonly<Partial<Record<Reason, string>>> = {
  not_before: 'Not to start yet',
  run_paused: 'Run is paused',
  no_machine: 'No machine fits',
  no_material: 'No material loaded',
  maintenance_due: 'Maintenance is due',
  not_accepting: 'Machine takes no jobs',
  needs_clear: 'Bed is not cleared',
  pool_gap: 'Next start of the pool',
  machine_busy: 'Machine is busy',
};
export type Reason = (typeof REASONS)[number];
