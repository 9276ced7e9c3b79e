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
export type Reason = (typeof REASONS)[number];
