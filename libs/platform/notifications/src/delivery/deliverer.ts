import type { KernelServices } from '@cubit/core';
import { notificationsIn } from '../tables/schema.js';
import { channelKey, wakeId, type ChannelKey } from './channel-key.js';
import { claimDeliveries, LEASE_S, renewLeases, type Claimed } from './claim.js';
import type { Courier } from './courier.js';

/** Deliveries of one channel at a time. */
const PER_CHANNEL = 8;
/** Of one that failed last: whoever does not answer waits for himself. */
const PER_FAILING_CHANNEL = 2;
/** Deliveries of this process at a time, and how many of them failing channels may take among themselves. */
const IN_ALL = 256;
const FAILING_IN_ALL = 128;
/** Claims that are on their way to the database at a time. */
const CLAIMS = 4;
const RENEWALS_PER_LEASE = 3;
const STOP_GRACE_MS = 6_000;

interface DelivererOptions {
  readonly services: Pick<KernelServices, 'database' | 'log' | 'now'>;
  readonly courier: Courier;
  /** This process. */
  readonly owner: string;
}

/** One channel's turn. */
interface Lane {
  readonly key: ChannelKey;
  /** There may be something due. */
  waiting: boolean;
  claiming: boolean;
  failing: boolean;
  sending: number;
}

/**
 * Delivers what channels have got, a few of each at a time and all channels in turn: one whose receiver hangs holds up itself. The table knows
 * what is to be done; this knows whose turn it is.
 */
export class Deliverer {
  readonly #options: DelivererOptions;
  /** In the order of turns. */
  readonly #lanes = new Map<string, Lane>();
  readonly #active = new Set<Promise<void>>();
  /** Notifications that are being sent. */
  readonly #held = new Map<string, number>();
  #renewing: NodeJS.Timeout | null = null;
  #open = false;
  #claims = 0;
  #sending = 0;
  #sendingFailing = 0;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  start(): void {
    this.#open = true;
    this.#renewing ??= setInterval(() => this.#renew(), (LEASE_S * 1_000) / RENEWALS_PER_LEASE);
  }

  /** Claims nothing more, and waits for what is being sent, within bounds. */
  async stop(): Promise<void> {
    this.#open = false;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_GRACE_MS);
    });
    await Promise.race([this.#idle(), patience]);
    clearTimeout(timer);
    if (this.#renewing) clearInterval(this.#renewing);
    this.#renewing = null;
  }

  /** The channel may have something due. */
  offer(key: ChannelKey): void {
    if (!this.#open) return;
    const id = wakeId(key);
    const lane = this.#lanes.get(id) ?? { key, waiting: true, claiming: false, failing: false, sending: 0 };
    lane.waiting = true;
    this.#lanes.set(id, lane);
    this.#pump();
  }

  #pump(): void {
    if (!this.#open) return;
    for (const [id, lane] of this.#lanes) {
      if (this.#claims >= CLAIMS || this.#sending >= IN_ALL) return;
      const room = this.#roomFor(lane);
      if (room > 0) this.#track(this.#take(id, lane, room));
    }
  }

  #roomFor({ waiting, claiming, failing, sending }: Lane): number {
    if (!waiting || claiming) return 0;
    if (!failing) return Math.min(PER_CHANNEL - sending, IN_ALL - this.#sending);
    return Math.min(PER_FAILING_CHANNEL - sending, FAILING_IN_ALL - this.#sendingFailing, IN_ALL - this.#sending);
  }

  async #take(id: string, lane: Lane, limit: number): Promise<void> {
    const { services, owner } = this.#options;
    lane.claiming = true;
    lane.waiting = false;
    this.#claims += 1;
    this.#sending += limit;
    // The next turn is everybody else's first.
    this.#lanes.delete(id);
    this.#lanes.set(id, lane);
    let claimed: readonly Claimed[] = [];
    try {
      claimed = await claimDeliveries(notificationsIn(services.database.db), channelKey(id), {
        owner,
        now: services.now(),
        limit,
      });
    } catch (error) {
      // The sweeper comes back to it.
      services.log.warn({ err: error }, 'deliveries could not be claimed');
    } finally {
      lane.claiming = false;
      this.#claims -= 1;
      this.#sending -= limit;
    }
    if (claimed.length === limit) lane.waiting = true;
    const [first] = claimed;
    if (first && first.channel.failures_in_row > 0) lane.failing = true;
    for (const letter of this.#options.courier.letters(claimed)) this.#track(this.#deliver(lane, letter));
    this.#close(id, lane);
    this.#pump();
  }

  async #deliver(lane: Lane, letter: readonly [Claimed, ...Claimed[]]): Promise<void> {
    const { failing } = lane;
    lane.sending += 1;
    this.#sending += 1;
    if (failing) this.#sendingFailing += 1;
    for (const { id } of letter) this.#hold(id, 1);
    const done = await this.#options.courier.deliver(lane.key, letter);
    for (const { id } of letter) this.#hold(id, -1);
    lane.sending -= 1;
    this.#sending -= 1;
    if (failing) this.#sendingFailing -= 1;
    lane.failing = !done;
    this.#close(wakeId(lane.key), lane);
    this.#pump();
  }

  /** Several channels may carry one notification at a time. */
  #hold(id: string, by: 1 | -1): void {
    const held = (this.#held.get(id) ?? 0) + by;
    if (held > 0) this.#held.set(id, held);
    else this.#held.delete(id);
  }

  #close(id: string, { waiting, claiming, sending }: Lane): void {
    if (!waiting && !claiming && sending === 0) this.#lanes.delete(id);
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#options.services.log.error({ err: error }, 'a delivery met a defect'))
      .finally(() => this.#active.delete(tracked));
    this.#active.add(tracked);
  }

  async #idle(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  #renew(): void {
    if (this.#held.size === 0) return;
    const { services, owner } = this.#options;
    renewLeases(notificationsIn(services.database.db), { owner, ids: [...this.#held.keys()] }).catch((error: unknown) =>
      services.log.warn({ err: error }, 'leases of deliveries could not be renewed'),
    );
  }
}
