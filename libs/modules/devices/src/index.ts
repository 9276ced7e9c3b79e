export { devices } from './devices.module.js';
