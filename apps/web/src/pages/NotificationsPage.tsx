export { NotificationsPage } from '@cubit/web-settings';
