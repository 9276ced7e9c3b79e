export { fieldsCapability } from './fields-capability.js';
