import type { CapabilityFactory } from '@cubit/core';
import { bellRoutes } from './bell/bell.routes.js';
import { bellStream } from './bell/bell-stream.js';
import { notificationsModule } from './module/notifications.module.js';
import { Placement } from './raise/placement.js';
import { noticePort } from './raise/send-notice.js';
import { notificationMigrations } from './tables/migrations.js';

/** Notifications: the bell, and the channels that carry it on. Its module (`notificationsModule`) must be among the installed ones. */
export function notificationsCapability(): CapabilityFactory {
  return {
    name: 'notifications',
    migrations: notificationMigrations,
    create(host) {
      const { services } = host;
      const { registry } = services;
      if (!registry.modules.has(notificationsModule.name))
        throw new Error(`Notifications need module '${notificationsModule.name}'; install it (notificationsModule).`);
      const placement = new Placement({ registry, wake: () => {} });
      return {
        name: 'notifications',
        routes: [...bellRoutes(host)],
        notices: noticePort,
        companion: bellStream({ services, telling: placement.telling }),
        onPlaced: placement.onPlaced,
        afterPlaced: placement.afterPlaced,
      };
    },
  };
}
