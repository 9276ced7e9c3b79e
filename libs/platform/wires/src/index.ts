export { wiresCapability } from './wires-capability.js';
export { wiresModule } from './module/wires.module.js';
export type { RetryPolicy, WiresOptions } from './settings.js';
export { type PreviewedRun, type RunPreview, runPreview } from './run/preview-runs.js';
