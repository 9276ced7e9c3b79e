import type { KernelServices } from '@cubit/records';
import { notificationsIn } from '../tables/schema.js';
import { channelKey, wakeId, type ChannelKey } from './channel-key.js';
import { claimDeliveries, LEASE_S, renewLeases, type ClaimedDelivery } from './claim.js';
import type { DeliverySender } from './delivery-sender.js';

/** Maximum number of concurrent deliveries of a channel. */
const PER_CHANNEL = 8;
/** The same for a channel whose last delivery failed: a receiver that does not respond must not use up capacity. */
const PER_FAILING_CHANNEL = 2;
/** Maximum number of concurrent deliveries of this process, and of those the maximum for failing channels. */
const MAX_SENDING = 256;
const MAX_SENDING_FAILING = 128;
/** Maximum number of concurrent claim statements. */
const MAX_CLAIMS = 4;
const RENEWALS_PER_LEASE = 3;
const STOP_GRACE_MS = 6_000;

interface DeliverySchedulerOptions {
  readonly services: Pick<KernelServices, 'database' | 'log' | 'now'>;
  readonly sender: DeliverySender;
  /** Id of this process. */
  readonly owner: string;
}

/** Scheduling state of one channel. */
interface Lane {
  readonly key: ChannelKey;
  /** The channel may have due deliveries. */
  waiting: boolean;
  claiming: boolean;
  failing: boolean;
  sending: number;
}

/**
 * Schedules deliveries: a few of each channel at a time, and all channels in turn, so that a slow receiver delays only its own channel. The
 * deliveries are rows in the database; this class holds only the order of the channels.
 */
export class DeliveryScheduler {
  readonly #options: DeliverySchedulerOptions;
  /** In the order in which channels are served. */
  readonly #lanes = new Map<string, Lane>();
  readonly #active = new Set<Promise<void>>();
  /** Notifications that are being sent, with the number of channels. */
  readonly #sendingIds = new Map<string, number>();
  #renewing: NodeJS.Timeout | null = null;
  #open = false;
  #claims = 0;
  #sending = 0;
  #sendingFailing = 0;

  constructor(options: DeliverySchedulerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#open = true;
    this.#renewing ??= setInterval(() => this.#renew(), (LEASE_S * 1_000) / RENEWALS_PER_LEASE);
  }

  /** Stops claiming, and waits for active deliveries up to a limit. */
  async stop(): Promise<void> {
    this.#open = false;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_GRACE_MS);
    });
    await Promise.race([this.#idle(), timeout]);
    clearTimeout(timer);
    if (this.#renewing) clearInterval(this.#renewing);
    this.#renewing = null;
  }

  /** Reports that a channel may have due deliveries. */
  offer(key: ChannelKey): void {
    if (!this.#open) return;
    const id = wakeId(key);
    const lane = this.#lanes.get(id) ?? { key, waiting: true, claiming: false, failing: false, sending: 0 };
    lane.waiting = true;
    this.#lanes.set(id, lane);
    this.#startClaims();
  }

  #startClaims(): void {
    if (!this.#open) return;
    for (const [id, lane] of this.#lanes) {
      if (this.#claims >= MAX_CLAIMS || this.#sending >= MAX_SENDING) return;
      const room = this.#roomFor(lane);
      if (room > 0) this.#track(this.#claim(id, lane, room));
    }
  }

  #roomFor({ waiting, claiming, failing, sending }: Lane): number {
    if (!waiting || claiming) return 0;
    if (!failing) return Math.min(PER_CHANNEL - sending, MAX_SENDING - this.#sending);
    return Math.min(
      PER_FAILING_CHANNEL - sending,
      MAX_SENDING_FAILING - this.#sendingFailing,
      MAX_SENDING - this.#sending,
    );
  }

  async #claim(id: string, lane: Lane, limit: number): Promise<void> {
    const { services, owner } = this.#options;
    lane.claiming = true;
    lane.waiting = false;
    this.#claims += 1;
    this.#sending += limit;
    // Moves the channel to the end of the order.
    this.#lanes.delete(id);
    this.#lanes.set(id, lane);
    let claimed: readonly ClaimedDelivery[] = [];
    try {
      claimed = await claimDeliveries(notificationsIn(services.database.db), channelKey(id), {
        owner,
        now: services.now(),
        limit,
      });
    } catch (error) {
      // The sweeper offers the channel again.
      services.log.warn({ err: error }, 'deliveries could not be claimed');
    } finally {
      lane.claiming = false;
      this.#claims -= 1;
      this.#sending -= limit;
    }
    if (claimed.length === limit) lane.waiting = true;
    const [first] = claimed;
    if (first && first.channel.failures_in_row > 0) lane.failing = true;
    for (const batch of this.#options.sender.batches(claimed)) this.#track(this.#deliver(lane, batch));
    this.#removeIdle(id, lane);
    this.#startClaims();
  }

  async #deliver(lane: Lane, batch: readonly [ClaimedDelivery, ...ClaimedDelivery[]]): Promise<void> {
    const { failing } = lane;
    lane.sending += 1;
    this.#sending += 1;
    if (failing) this.#sendingFailing += 1;
    for (const { id } of batch) this.#countSending(id, 1);
    const succeeded = await this.#options.sender.deliver(lane.key, batch);
    for (const { id } of batch) this.#countSending(id, -1);
    lane.sending -= 1;
    this.#sending -= 1;
    if (failing) this.#sendingFailing -= 1;
    lane.failing = !succeeded;
    this.#removeIdle(wakeId(lane.key), lane);
    this.#startClaims();
  }

  /** Several channels may send the same notification at the same time. */
  #countSending(id: string, by: 1 | -1): void {
    const count = (this.#sendingIds.get(id) ?? 0) + by;
    if (count > 0) this.#sendingIds.set(id, count);
    else this.#sendingIds.delete(id);
  }

  #removeIdle(id: string, { waiting, claiming, sending }: Lane): void {
    if (!waiting && !claiming && sending === 0) this.#lanes.delete(id);
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#options.services.log.error({ err: error }, 'a delivery failed unexpectedly'))
      .finally(() => this.#active.delete(tracked));
    this.#active.add(tracked);
  }

  async #idle(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  #renew(): void {
    if (this.#sendingIds.size === 0) return;
    const { services, owner } = this.#options;
    renewLeases(notificationsIn(services.database.db), { owner, ids: [...this.#sendingIds.keys()] }).catch(
      (error: unknown) => services.log.warn({ err: error }, 'leases of deliveries could not be renewed'),
    );
  }
}
