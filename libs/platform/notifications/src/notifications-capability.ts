import { createSecretBox, type CapabilityFactory, type Mailer } from '@cubit/core';
import type { WakeQueue } from '@cubit/jobs';
import { bellRoutes } from './bell/bell.routes.js';
import { bellStream } from './bell/bell-stream.js';
import { ChannelConfigs } from './channel/channel-configs.js';
import { channelRoutes } from './channel/channel.routes.js';
import { deliveryRoutes } from './channel/delivery.routes.js';
import { CHANNEL_QUEUE, channelKey, wakeId, type ChannelKey } from './delivery/channel-key.js';
import { Courier } from './delivery/courier.js';
import { Deliverer } from './delivery/deliverer.js';
import { DeliverySweeper } from './delivery/sweeper.js';
import { waysOut } from './delivery/ways-out.js';
import { notificationsModule } from './module/notifications.module.js';
import { createResolver, type Resolve } from './outbound/resolver.js';
import { preferenceRoutes } from './preferences/preference.routes.js';
import { Placement } from './raise/placement.js';
import { noticePort } from './raise/send-notice.js';
import { notificationMigrations } from './tables/migrations.js';

/** Wake-ups that this process hands on at a time; each is over at once. */
const WAKES = 16;

export interface NotificationsOptions {
  /** Carries wake-ups between processes. Started and stopped by whoever made it. */
  readonly queue: WakeQueue;
  readonly mailer: Mailer;
  /** Whether this process delivers. Default true; one that only answers requests leaves it to others. */
  readonly delivers?: boolean;
  /** Opens addresses that are not public to channels. Never in production. Default false. */
  readonly allowInternal?: boolean;
  /** How names of receivers become addresses. Default: the name servers of the machine. */
  readonly resolve?: Resolve;
}

/** Notifications: the bell, and the channels that carry it on. Its module (`notificationsModule`) must be among the installed ones. */
export function notificationsCapability({
  queue,
  mailer,
  delivers = true,
  allowInternal = false,
  resolve = createResolver(),
}: NotificationsOptions): CapabilityFactory {
  return {
    name: 'notifications',
    migrations: notificationMigrations,
    async create(host) {
      const { services } = host;
      const { registry, settings, database } = services;
      if (!registry.modules.has(notificationsModule.name))
        throw new Error(`Notifications need module '${notificationsModule.name}'; install it (notificationsModule).`);
      const configs = new ChannelConfigs(await createSecretBox(database.db, 'notification-channels'));
      const out = waysOut({ post: { resolve, allowInternal }, mailer, publicUrl: () => settings.publicUrl });
      const owner = services.newId();
      const deliverer = new Deliverer({ services, owner, courier: new Courier({ host, configs, out, owner }) });
      const sweeper = new DeliverySweeper({ services, offer: (key) => deliverer.offer(key) });
      if (delivers)
        queue.consume(CHANNEL_QUEUE, (wake) => Promise.resolve(deliverer.offer(channelKey(wake))), {
          concurrency: WAKES,
        });
      const wake = (keys: readonly ChannelKey[]) => {
        if (delivers) for (const key of keys) deliverer.offer(key);
        // Never throws; where it is lost, a sweeper finds them.
        else void queue.publish(CHANNEL_QUEUE, keys.map(wakeId));
      };
      const placement = new Placement({ registry, wake });
      return {
        name: 'notifications',
        routes: [
          ...bellRoutes(host),
          ...preferenceRoutes(host),
          ...channelRoutes({ host, configs, allowInternal }),
          ...deliveryRoutes(host),
        ],
        notices: noticePort,
        companion: bellStream({ services, telling: placement.telling }),
        onPlaced: placement.onPlaced,
        afterPlaced: placement.afterPlaced,
        start() {
          if (delivers) {
            deliverer.start();
            sweeper.start();
          }
          return Promise.resolve();
        },
        async stop() {
          await sweeper.stop();
          await deliverer.stop();
        },
      };
    },
  };
}
