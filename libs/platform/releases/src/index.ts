export { releases } from './releases.module.js';
export { releasesCapability } from './releases-capability.js';
