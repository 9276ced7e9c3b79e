export { notificationsCapability } from './notifications-capability.js';
export { notificationsModule } from './module/notifications.module.js';
