export { drive } from './drive.module.js';
