export { ScanPage } from './ScanPage.js';
