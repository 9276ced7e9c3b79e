export { ScanPage } from '@cubit/web-scan';
