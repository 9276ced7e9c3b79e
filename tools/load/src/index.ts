export { Client, type ClientOptions, type ImportResult, type KindId } from './client.js';
export type { Dataset } from './dataset.js';
export { importFile, inventreeFiles, type FileToImport } from './import-files.js';
export { loadDataset, type LoadReport } from './load-dataset.js';
