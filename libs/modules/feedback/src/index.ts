export { feedback } from './feedback.module.js';
