export { ActivityPage } from '@cubit/web-settings';
