export { spaces } from './spaces.module.js';
