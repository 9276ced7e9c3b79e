export { RecordPage } from './RecordPage.js';
