export { notificationsCapability, type NotificationsOptions } from './notifications-capability.js';
export { notificationsModule } from './module/notifications.module.js';
export { checkMailServer, createMailer, type MailerOptions } from './mail/create-mailer.js';
export { MailFailure } from './mail/mail-failure.js';
export { guardedFetch, type PostOptions } from './outbound/guarded-post.js';
export { PostFailure } from './outbound/post-failure.js';
export { createResolver, type Resolve } from './outbound/resolver.js';
export { RefusedTarget } from './outbound/target.js';
