export { archiveFaults } from './package-faults.js';
export { type Change, changesBetween, leastBump } from './compare-versions.js';
export type { ModuleDescription } from './project.js';
export { readTestRecord } from './rules/test-record.js';
export { undescribed } from './rules/undescribed.js';
export { unstatedEffects } from './rules/unstated-effects.js';
export { unswept } from './rules/unswept.js';
export { widePermissions } from './rules/wide-permissions.js';
export { unemittedEvents, unrunJobs, untakenTransitions, untestedActions, untestedUpgrades } from './rules/untested.js';
