import { errorOf } from '@cubit/core';
import { addressKey } from './address-key.js';
import type { AttemptLimit, AttemptStore } from './attempt-store.js';
import { emailKey } from './email-address.js';
import type { KnownDevices } from './known-device.js';

const QUARTER_S = 15 * 60;
const HOUR_S = 60 * 60;
const SECOND_MS = 1_000;

/** Limit per device and account, for devices with an earlier sign-in. */
const DEVICE: AttemptLimit = { name: 'password-device', limit: 10, windowS: QUARTER_S };
/** Limit per network and account, for unknown devices. */
const NETWORK: AttemptLimit = { name: 'password-network', limit: 10, windowS: QUARTER_S };
/** Attempts reserved for each network, so that others cannot use up the owner's attempts. */
const NETWORK_RESERVE: AttemptLimit = { name: 'password-share', limit: 3, windowS: HOUR_S };
/** Limit per account for all unknown devices, beyond the reserves of their networks. */
const ACCOUNT: AttemptLimit = { name: 'password-account', limit: 60, windowS: HOUR_S };

/** The source of an attempt and the account that it is for. */
export interface PasswordAttemptInput {
  readonly email: string;
  readonly address: string;
  /** The known-device cookie, if any. */
  readonly deviceCookie: string | undefined;
}

export interface PasswordAttempt {
  /**
   * Call it when the password was correct: returns the consumed attempts and clears earlier failures of this device or network.
   */
  succeeded(): Promise<void>;
}

interface AttemptWindow {
  readonly limit: AttemptLimit;
  readonly key: string;
}

const UNLIMITED: PasswordAttempt = { succeeded: () => Promise.resolve() };

/**
 * Limits wrong passwords so that nobody can lock out another user ("device cookies", OWASP). An attempt is consumed before the
 * password is compared, because concurrent attempts would otherwise all pass. Accounts that do not exist are treated alike.
 */
export class PasswordAttempts {
  readonly #store: AttemptStore | null;
  readonly #devices: KnownDevices;

  constructor(store: AttemptStore | null, devices: KnownDevices) {
    this.#store = store;
    this.#devices = devices;
  }

  /** Throws `429` after too many failures. */
  async begin({ email, address, deviceCookie }: PasswordAttemptInput): Promise<PasswordAttempt> {
    const store = this.#store;
    if (!store) return UNLIMITED;
    const account = emailKey(email);
    const device = this.#devices.idFor(deviceCookie, email);
    if (device !== null) {
      const own = { limit: DEVICE, key: `${device}\n${account}` };
      await consume(store, own);
      return { succeeded: () => refundAll(store, own) };
    }
    const own = { limit: NETWORK, key: `${addressKey(address)}\n${account}` };
    await consume(store, own);
    const shared = await consumeShared(store, own, account);
    return {
      async succeeded() {
        await refundAll(store, own);
        await store.refund(shared.limit, shared.key, 1);
      },
    };
  }
}

async function consume(store: AttemptStore, { limit, key }: AttemptWindow): Promise<void> {
  const { consumed, endsInMs } = await store.consume(limit, key);
  if (!consumed) throw tooManyFailures(endsInMs);
}

/** Consumes an attempt of the network's reserve, or else of the attempts that all networks share. */
async function consumeShared(store: AttemptStore, own: AttemptWindow, account: string): Promise<AttemptWindow> {
  const share = { limit: NETWORK_RESERVE, key: own.key };
  if ((await store.consume(share.limit, share.key)).consumed) return share;
  const together = { limit: ACCOUNT, key: account };
  const { consumed, endsInMs } = await store.consume(together.limit, together.key);
  if (consumed) return together;
  // No password was compared, so the network's window must not count this attempt.
  await store.refund(own.limit, own.key, 1);
  throw tooManyFailures(endsInMs);
}

async function refundAll(store: AttemptStore, { limit, key }: AttemptWindow): Promise<void> {
  await store.refund(limit, key, limit.limit);
}

function tooManyFailures(endsInMs: number) {
  return errorOf('rate_limited', 'Too many wrong passwords.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(endsInMs / SECOND_MS))) },
  });
}
