export { drive } from './drive.module.js';
export { driveCapability } from './drive-capability.js';
