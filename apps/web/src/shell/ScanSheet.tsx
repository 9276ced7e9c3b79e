export { ScanSheet } from '@cubit/web-scan';
