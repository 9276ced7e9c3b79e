export { ScanPage } from './ScanPage.js';
export { ScanSheet, type ScanSheetProps } from './ScanSheet.js';
