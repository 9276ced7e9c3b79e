import { Type } from 'typebox';
import { notFound, type RouteReply } from '@cubit/core';
import type { RouteDefinition } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import type { AccessParts } from '../access-parts.js';
import { Instant, nullable, RoleName, Slug, strict } from '../user/field-schemas.js';
import { INVITATION_PATH } from './invitation-mail.js';
import { invitationPage, NO_INVITATION } from './invitation-page.js';
import { maskedEmail } from './join-by-invitation.js';
import { findOpenInvitation } from './open-invitation.js';

const HTML = 'text/html; charset=utf-8';

const InvitationState = strict({
  workspace: strict({ slug: Slug, name: Type.String() }),
  inviter: Type.String({ description: 'Name of the person who invites.' }),
  role: RoleName,
  email: nullable(
    Type.String({ description: 'The invited address, masked; null if anybody who has the link can accept.' }),
  ),
  expires_at: Instant,
});

export function invitationPageRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [showInvitationRoute(parts), getInvitationRoute(parts)];
}

/** The page that an invitation link opens. It shows what to do and changes nothing. With the web app, it is a page of that. */
function showInvitationRoute({ services }: AccessParts): RouteDefinition {
  const { database, settings, now } = services;

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
    async handler({ params: { token } }): Promise<RouteReply> {
      if (settings.web === true) return { status: 303, headers: { location: `/join/${encodeURIComponent(token)}` } };
      const found = await findOpenInvitation(database.db, { token, at: now() });
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

/** What a page shows to somebody who has the link. */
function getInvitationRoute({ services }: AccessParts): RouteDefinition {
  const { database, now } = services;
  return defineRoute({
    operationId: 'getInvitation',
    method: 'GET',
    path: '/api/v1/me/invitations/{token}',
    summary: 'Read an invitation by its token',
    description: 'The workspace, the inviter and the role, for everybody who has the link. The address is masked.',
    tag: 'Workspaces',
    access: 'anonymous',
    rateClass: 'sign_in',
    params: strict({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    responses: { 200: { description: 'The open invitation.', schema: InvitationState } },
    errors: ['not_found'],
    async handler({ params: { token } }) {
      const found = await findOpenInvitation(database.db, { token, at: now() });
      if (!found) throw notFound('Invitation');
      const { workspace, slug, inviter, role, bind, email, expires_at } = found;
      const body = {
        workspace: { slug, name: workspace },
        inviter,
        role,
        email: bind ? maskedEmail(email) : null,
        expires_at: expires_at.toISOString(),
      };
      return { status: 200, body };
    },
  });
}
