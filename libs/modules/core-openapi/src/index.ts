export { coreOpenapi } from './core-openapi.module.js';
