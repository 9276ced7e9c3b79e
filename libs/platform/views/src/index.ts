export { viewsCapability } from './views-capability.js';
export { openView, type OpenView } from './views/open-view.js';
export type { ViewProblem } from './views/view-problems.js';
