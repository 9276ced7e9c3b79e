import { createSecretBox, type Mailer } from '@cubit/access';
import type { CapabilityFactory } from '@cubit/runtime';
import type { WakeQueue } from '@cubit/jobs';
import { bellRoutes } from './bell/bell.routes.js';
import { bellStream } from './bell/bell-stream.js';
import { ChannelConfigs } from './channel/channel-configs.js';
import { channelRoutes } from './channel/channel.routes.js';
import { deliveryRoutes } from './channel/delivery.routes.js';
import { CHANNEL_QUEUE, channelKey, wakeId, type ChannelKey } from './delivery/channel-key.js';
import { DeliverySender } from './delivery/delivery-sender.js';
import { DeliveryScheduler } from './delivery/delivery-scheduler.js';
import { DeliverySweeper } from './delivery/sweeper.js';
import { createChannelContext } from './delivery/channel-context.js';
import { notificationsModule } from './module/notifications.module.js';
import { outboundPort } from './outbound/outbound-port.js';
import { createResolver, type Resolve } from './outbound/resolver.js';
import { preferenceRoutes } from './preferences/preference.routes.js';
import { NotificationCreator } from './notify/notification-creator.js';
import { noticePort } from './notify/send-notice.js';
import { notificationMigrations } from './tables/migrations.js';

/** Concurrent wake-ups in this process; each only offers a channel to the scheduler. */
const WAKES = 16;

export interface NotificationsOptions {
  /** Carries wake-ups between processes. The caller starts and stops it. */
  readonly queue: WakeQueue;
  readonly mailer: Mailer;
  /** Whether this process sends deliveries. Default true. With false, other processes send them. */
  readonly delivers?: boolean;
  /** Lets channels and modules connect to addresses that are not public. Never in production. Default false. */
  readonly allowInternal?: boolean;
  /** Resolves host names of receivers. Default: the name servers of the machine. */
  readonly resolve?: Resolve;
}

/** Notifications in the bell, and their delivery over channels. Requires the module `notificationsModule`. */
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
    // They were probably sent since then.
    afterRestore: [
      {
        statement: `update notification_delivery set state = 'unknown', owner = null, lease_until = null
          where state in ('pending', 'sending')`,
        what: 'deliveries that waited, marked unknown and not sent',
      },
    ],
    provides: { notices: () => noticePort, outbound: () => outboundPort({ resolve, allowInternal }) },
    async create(host) {
      const { services } = host;
      const { registry, settings, database } = services;
      if (!registry.modules.has(notificationsModule.name))
        throw new Error(`Notifications require module '${notificationsModule.name}': install notificationsModule.`);
      const configs = new ChannelConfigs(await createSecretBox(database.db, 'notification-channels'));
      const out = createChannelContext({
        post: { resolve, allowInternal },
        mailer,
        publicUrl: () => settings.publicUrl,
      });
      const owner = services.newId();
      const deliverer = new DeliveryScheduler({
        services,
        owner,
        sender: new DeliverySender({ host, configs, out, owner }),
      });
      const sweeper = new DeliverySweeper({ services, offer: (key) => deliverer.offer(key) });
      if (delivers)
        queue.consume(CHANNEL_QUEUE, (wake) => Promise.resolve(deliverer.offer(channelKey(wake))), {
          concurrency: WAKES,
        });
      const wake = (keys: readonly ChannelKey[]) => {
        if (delivers) for (const key of keys) deliverer.offer(key);
        // Never throws; a sweeper finds the channels of a lost wake-up.
        else void queue.publish(CHANNEL_QUEUE, keys.map(wakeId));
      };
      const placement = new NotificationCreator({ registry, wake });
      return {
        name: 'notifications',
        routes: [
          ...bellRoutes(host),
          ...preferenceRoutes(host),
          ...channelRoutes({ host, configs, allowInternal }),
          ...deliveryRoutes(host),
        ],
        companion: bellStream({ services, notifyingEvents: placement.notifyingEvents }),
        onSequenced: placement.onSequenced,
        afterSequenced: placement.afterSequenced,
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
