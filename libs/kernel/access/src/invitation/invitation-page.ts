import { createHash } from 'node:crypto';
import type { Role } from '@cubit/core/host';

/** The content of the page. It is user input, and escaped here. */
export interface ShownInvitation {
  readonly inviter: string;
  readonly workspace: string;
  readonly role: Role;
  /** Masked; null: anybody with the link can accept. */
  readonly email: string | null;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface InvitationPage {
  readonly html: string;
  readonly policy: string;
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1.25rem; }
  h1 { font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
  pre { padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid; border-radius: 0.375rem; font-size: 0.875rem; }
  footer { margin-top: 2.5rem; font-size: 0.875rem; opacity: 0.75; }
`;
/** Allows only the inline style sheet of the page. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ABILITIES: Readonly<Record<Role, string>> = {
  viewer: 'You will be able to read everything in it.',
  member: 'You will be able to read and change its data.',
  admin: 'You will be able to change its data, and to manage its members and settings.',
  owner: 'You will be able to do everything in it.',
};

export function invitationPage(invitation: ShownInvitation, publicUrl: string): InvitationPage {
  const { inviter, workspace, role, email, token, expiresAt } = invitation;
  const article = role === 'admin' || role === 'owner' ? 'an' : 'a';
  const who = email === null ? 'Anybody with this link can accept it' : `It is for ${escaped(email)} alone`;
  const register = { invitation: token, email: 'you@example.org', name: 'You', password: 'a password of your own' };
  return page(
    `Join ${workspace}`,
    `<h1>${escaped(inviter)} invites you to join ${escaped(workspace)}</h1>
    <p>You are invited as ${article} <strong>${role}</strong>. ${ABILITIES[role]} ${who}, once, until
      <time datetime="${expiresAt.toISOString()}">${dayOf(expiresAt)}</time>.</p>
    <h2>You are new here</h2>
    <p>Register with the token of this invitation: you are a member from then on.</p>
    <pre>${command(`${publicUrl}/api/v1/me/registration`, register)}</pre>
    <h2>You have an account</h2>
    <p>Sign in with it, and accept the invitation with the session token that you get:</p>
    <pre>${command(`${publicUrl}/api/v1/me/session`, { email: 'you@example.org', password: 'your password' })}

${escaped(`curl -X POST '${publicUrl}/api/v1/me/invitations/${token}/accept' \\\n  -H 'authorization: Bearer <session token>'`)}</pre>
    <p>You did not expect this? Then do nothing: nobody joins anything by looking at this page.</p>`,
  );
}

/** The same page for every invalid link: unknown, used, revoked and expired. */
export const NO_INVITATION: InvitationPage = page(
  'No invitation',
  `<h1>This invitation cannot be used</h1>
    <p>The link is incomplete, or the invitation was accepted, withdrawn or has expired. Ask the sender for a new one.</p>`,
);

function page(title: string, content: string): InvitationPage {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escaped(title)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
    ${content}
    </main>
    <footer>Cubit</footer>
  </body>
</html>
`;
  return { html, policy: POLICY };
}

function command(url: string, body: Readonly<Record<string, string>>): string {
  return escaped(`curl -X POST '${url}' \\\n  -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'`);
}

function dayOf(instant: Date): string {
  return instant.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
