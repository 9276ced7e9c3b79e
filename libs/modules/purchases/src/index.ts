export { purchases } from './purchases.module.js';
