export { isModuleName, writeTemplate } from './template.js';
