export { projects } from './projects.module.js';
