import type { Database } from '@cubit/database';
import { hashToken } from '../credential/api-token-format.js';

const TOKEN = /^[\w-]{43}$/;

/** The invitation of a link, if it can still be accepted. */
export async function findOpenInvitation(
  db: Database['db'],
  { token, at }: { readonly token: string; readonly at: Date },
) {
  if (!TOKEN.test(token)) return undefined;
  return db
    .selectFrom('invitation')
    .innerJoin('workspace', 'workspace.id', 'invitation.workspace_id')
    .innerJoin('app_user', 'app_user.id', 'invitation.invited_by')
    .select([
      'app_user.name as inviter',
      'workspace.name as workspace',
      'workspace.slug',
      'invitation.role',
      'invitation.email',
      'invitation.bind',
      'invitation.expires_at',
    ])
    .where('invitation.token_hash', '=', hashToken(token))
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', at)
    .where('workspace.deleted_at', 'is', null)
    .executeTakeFirst();
}
