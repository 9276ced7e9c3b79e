export { releases } from './releases.module.js';
