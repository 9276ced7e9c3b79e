export { inventory } from './inventory.module.js';
