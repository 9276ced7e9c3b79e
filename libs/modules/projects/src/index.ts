export { projects } from './projects.module.js';
export { sweepDue, type DueSweep } from './due/sweep-due.js';
