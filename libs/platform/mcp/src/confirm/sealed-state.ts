import type { SecretBox } from '@cubit/access';
import { fail } from '@cubit/core';
import type { Transaction } from '@cubit/database';
import { sql } from 'kysely';
import { agentsIn } from '../tables/schema.js';

const LIFETIME_MS = 120_000;
/** Longer than any state is good for. */
const KEPT_MS = 60 * 60_000;
const PLACE = 'agent-confirmation';

/** What a confirmation is for. */
export interface ConfirmedRun {
  readonly tokenId: string;
  readonly workspaceId: string;
  readonly digest: string;
  /** The version of the target that the person was shown; null without a target. */
  readonly version: number | null;
}

interface Sealed extends ConfirmedRun {
  readonly id: string;
  readonly expiresAtMs: number;
}

interface SealedStateOptions {
  readonly box: SecretBox;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Confirmations that travel through the client: sealed, bound to one run, good for two minutes and for one effect. */
export class SealedStates {
  readonly #options: SealedStateOptions;

  constructor(options: SealedStateOptions) {
    this.#options = options;
  }

  seal(run: ConfirmedRun): string {
    const { box, now, newId } = this.#options;
    const sealed: Sealed = { ...run, id: newId(), expiresAtMs: now().getTime() + LIFETIME_MS };
    return box.seal(JSON.stringify(sealed), PLACE).toString('base64url');
  }

  /** Throws `409 conflict` unless this instance sealed it, for the same run, within its time. Returns what spends it. */
  open(
    state: string,
    run: Omit<ConfirmedRun, 'version'>,
  ): { readonly version: number | null; spend(tx: Transaction): Promise<void> } {
    const sealed = this.#read(state);
    const { now } = this.#options;
    const isSame =
      sealed?.tokenId === run.tokenId && sealed.workspaceId === run.workspaceId && sealed.digest === run.digest;
    if (!sealed || !isSame || sealed.expiresAtMs <= now().getTime())
      throw fail(
        'conflict',
        'The confirmation is not for this call, or its time is over. Call the tool again without it.',
      );
    return {
      version: sealed.version,
      spend: (tx) => spend(tx, { workspaceId: run.workspaceId, id: sealed.id, now: now() }),
    };
  }

  #read(state: string): Sealed | null {
    try {
      return JSON.parse(this.#options.box.open(Buffer.from(state, 'base64url'), PLACE)) as Sealed;
    } catch {
      // Whatever the client sent, it is not a state of this instance.
      return null;
    }
  }
}

/** In the transaction of the run, so that it has no effect twice, and is not lost if the run is refused. */
async function spend(
  tx: Transaction,
  { workspaceId, id, now }: { readonly workspaceId: string; readonly id: string; readonly now: Date },
): Promise<void> {
  const db = agentsIn(tx.db);
  await db
    .deleteFrom('agent_confirmation')
    .where('workspace_id', '=', workspaceId)
    .where('spent_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
  const { rows } =
    await sql`insert into agent_confirmation (workspace_id, id, spent_at) values (${workspaceId}, ${id}, ${now})
    on conflict do nothing returning id`.execute(db);
  if (rows.length === 0) throw fail('conflict', 'The confirmation was used already. Call the tool again without it.');
}
