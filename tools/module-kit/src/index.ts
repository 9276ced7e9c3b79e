export { archiveFaults } from './package-faults.js';
export { type Change, changesBetween, leastBump } from './compare-versions.js';
export { undescribed } from './rules/undescribed.js';
