export { Client, type ClientOptions } from './client.js';
export type { Dataset } from './dataset.js';
export { loadDataset, type LoadReport } from './load-dataset.js';
export { readInventree } from './read-inventree.js';
export { loadTasks, type TaskReport } from './tasks/load-tasks.js';
export { readTasks } from './tasks/read-tasks.js';
export type { TaskDataset } from './tasks/task-dataset.js';
