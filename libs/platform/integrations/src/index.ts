export { integrationsCapability } from './integrations-capability.js';
export { integrations } from './module/integrations.module.js';
