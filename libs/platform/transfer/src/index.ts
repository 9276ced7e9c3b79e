export { readTar, type TarEntry, writeTar } from './archive/tar.js';
export { transferCapability, type TransferOptions } from './transfer-capability.js';
export type { ReadView, ViewContent } from './views.js';
export type { Sample, SampleStep } from './sample/load-sample.js';
