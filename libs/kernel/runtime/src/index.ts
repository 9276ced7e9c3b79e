/** The complete kernel: capabilities, upgrades, sweeps, and the routes that describe a workspace. */
export { type ArchivePart, type ArchiveSource, type ArchiveTarget, occupiedBy } from './capability/archive-part.js';
export type {
  Capability,
  CapabilityFactory,
  CapabilityHost,
  RestoreStep,
  SequencedRange,
} from './capability/capability.js';
export type { EffectPort, PortServices, ProvidedPorts } from './capability/ports.js';
export type { DeclaredNames, FieldNames, GoneNames, NameUse } from './changes/declared-names.js';
export { type InstancePlan, ModuleChangeError, type PackageRule, planModules } from './changes/ensure-changes.js';
export type { ModulePlan } from './changes/plan-changes.js';
export { type KindRecords, recordsByWorkspace } from './changes/records-by-workspace.js';
export { createKernel } from './create-kernel.js';
export { patchedSettings } from './describe/module-settings.js';
export { switchModule } from './describe/switch-module.js';
export type { CapabilityChecks, CheckWord, Health } from './health.js';
export type { Kernel, KernelOptions } from './kernel.js';
export { migrationSets, prepareDatabase } from './prepare.js';
export {
  enterProcess,
  isAnotherProcessRunning,
  leaveProcess,
  type ProcessEntry,
  readProcesses,
  type SeenProcess,
  waitForOthers,
} from './processes/process-entry.js';
export type { OnStep, StartStep } from './processes/start-progress.js';
export { Turns } from './turns/turns.js';
export { Recurring } from './upkeep/recurring.js';
export type { Retention } from './upkeep/retention.js';
