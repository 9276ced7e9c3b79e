export { digifab } from './digifab.module.js';
