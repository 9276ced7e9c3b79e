import type { Check } from './check.js';
import { DATABASE_CHECKS } from './database-checks.js';
import { MODULE_CHECKS } from './module-checks.js';
import { OUTSIDE_CHECKS } from './outside-checks.js';
import { PROGRAM_CHECKS } from './program-checks.js';
import { WORK_CHECKS } from './work-checks.js';

/** Of `cubit doctor`, in the order of its output and of `docs/operating.md`. */
export const CHECKS: readonly Check[] = [
  PROGRAM_CHECKS.settings,
  PROGRAM_CHECKS.node,
  PROGRAM_CHECKS.dataFolder,
  PROGRAM_CHECKS.disk,
  DATABASE_CHECKS.database,
  DATABASE_CHECKS.extensions,
  DATABASE_CHECKS.encoding,
  DATABASE_CHECKS.connections,
  DATABASE_CHECKS.role,
  DATABASE_CHECKS.migrations,
  DATABASE_CHECKS.restore,
  DATABASE_CHECKS.clock,
  DATABASE_CHECKS.indexes,
  DATABASE_CHECKS.secrets,
  WORK_CHECKS.processes,
  OUTSIDE_CHECKS.files,
  OUTSIDE_CHECKS.mail,
  OUTSIDE_CHECKS.redis,
  OUTSIDE_CHECKS.publicUrl,
  OUTSIDE_CHECKS.certificate,
  OUTSIDE_CHECKS.proxies,
  PROGRAM_CHECKS.registration,
  DATABASE_CHECKS.owners,
  MODULE_CHECKS.modules,
  MODULE_CHECKS.moduleChanges,
  WORK_CHECKS.events,
  WORK_CHECKS.wires,
  WORK_CHECKS.jobs,
  WORK_CHECKS.deliveries,
  DATABASE_CHECKS.backup,
];
