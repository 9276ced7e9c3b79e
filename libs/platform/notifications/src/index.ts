export { notificationsCapability, type NotificationsOptions } from './notifications-capability.js';
export { notificationsModule } from './module/notifications.module.js';
export { createMailer, type MailerOptions } from './mail/create-mailer.js';
