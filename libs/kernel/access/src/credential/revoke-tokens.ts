import { audit } from '../audit/audit.js';
import type { Transaction } from '@cubit/database';
import { ADDRESS_KEY_START } from './api-token-format.js';
import type { RevocableStreams } from './revocable-streams.js';
import type { Actor } from '@cubit/core/host';

interface RevokeTokensOptions {
  readonly streams: RevocableStreams;
  readonly at: Date;
  readonly address: string;
}

/** Revokes all API tokens of a user, because somebody who knew the old password may have created some. */
export async function revokeTokens(
  tx: Transaction,
  { userId, actor }: { readonly userId: string; readonly actor: Actor },
  { at, address, streams }: RevokeTokensOptions,
): Promise<void> {
  const revoked = await tx.db
    .updateTable('api_token')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'workspace_id'])
    .execute();
  for (const { id, workspace_id: workspaceId } of revoked)
    await audit(tx, { workspaceId, actor, action: 'token.revoked', target: { id }, address });
  await streams.endStreams(tx);
}

/** Revokes the keys of a user's addresses in a workspace that the user leaves, so that they stay closed if the user comes back. */
export async function revokeAddressKeys(
  tx: Transaction,
  { userId, workspaceId, actor }: { readonly userId: string; readonly workspaceId: string; readonly actor: Actor },
  { at, address }: Pick<RevokeTokensOptions, 'at' | 'address'>,
): Promise<void> {
  const revoked = await tx.db
    .updateTable('api_token')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .where('token_prefix', '=', ADDRESS_KEY_START)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of revoked)
    await audit(tx, { workspaceId, actor, action: 'token.revoked', target: { id }, address });
}
