import { Type } from 'typebox';
import type { RouteDefinition } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import type { AccessParts } from '../access-parts.js';
import { hashToken } from '../credential/api-token-format.js';
import { INVITATION_PATH } from './invitation-mail.js';
import { invitationPage, NO_INVITATION } from './invitation-page.js';
import { maskedEmail } from './join-by-invitation.js';

const HTML = 'text/html; charset=utf-8';
const TOKEN = /^[\w-]{43}$/;

/** The page that an invitation link opens. It shows what to do and changes nothing. */
export function invitationPageRoute({ services }: AccessParts): RouteDefinition {
  const { database, settings, now } = services;

  function openInvitation(token: string) {
    return database.db
      .selectFrom('invitation')
      .innerJoin('workspace', 'workspace.id', 'invitation.workspace_id')
      .innerJoin('app_user', 'app_user.id', 'invitation.invited_by')
      .select([
        'app_user.name as inviter',
        'workspace.name as workspace',
        'invitation.role',
        'invitation.email',
        'invitation.bind',
        'invitation.expires_at',
      ])
      .where('invitation.token_hash', '=', hashToken(token))
      .where('invitation.accepted_at', 'is', null)
      .where('invitation.revoked_at', 'is', null)
      .where('invitation.expires_at', '>', now())
      .where('workspace.deleted_at', 'is', null)
      .executeTakeFirst();
  }

  return defineRoute({
    operationId: 'showInvitation',
    method: 'GET',
    path: `${INVITATION_PATH}/{token}`,
    summary: 'Show an invitation and how to accept it',
    tag: 'Members',
    access: 'anonymous',
    rateClass: 'sign_in',
    hidden: true,
    params: Type.Object({ token: Type.String() }),
    responses: { 200: { description: 'The page.', schema: Type.String(), mediaType: HTML } },
    async handler({ params: { token } }) {
      const found = TOKEN.test(token) ? await openInvitation(token) : undefined;
      const { html, policy } = found
        ? invitationPage(
            { ...found, token, email: found.bind ? maskedEmail(found.email) : null, expiresAt: found.expires_at },
            settings.publicUrl,
          )
        : NO_INVITATION;
      return {
        status: found ? 200 : 404,
        bytes: html,
        mediaType: HTML,
        headers: { 'content-security-policy': policy },
      };
    },
  });
}
