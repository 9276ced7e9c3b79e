export { ImportPage } from './ImportPage.js';
