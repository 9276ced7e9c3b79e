import type { AccessServices } from '../access-services.js';

type MailServices = Pick<AccessServices, 'mailer' | 'log' | 'settings'>;

const UNASKED = 'If you did not ask for this, ignore this mail: nothing has changed.';

/** Mails the link of a password reset. */
export async function mailReset(
  { mailer, settings: { publicUrl, web } }: MailServices,
  { to, token }: { readonly to: string; readonly token: string },
): Promise<void> {
  // Without the web app there is no page, and the link is the route that sets the password.
  const url = web === true ? `${publicUrl}/reset/${token}` : `${publicUrl}/api/v1/me/password-resets/${token}`;
  const what =
    web === true ? 'Open this link within 30 minutes' : 'Send the new password to this address within 30 minutes';
  const text = `${what} to set a new password:\n${url}\n\n${UNASKED}\n`;
  await mailer?.send({ to, subject: 'Set a new password', text });
}

/** Tells the owner of an account that its password was set by a link. */
export function mailChange({ mailer, log, settings: { publicUrl } }: MailServices, to: string): void {
  const text = `The password of your account at ${publicUrl} was changed with a link from a mail to you. All sessions were ended.\n
If that was not you, somebody reads your mail: secure your mailbox first, then set another password.\n`;
  mailer
    ?.send({ to, subject: 'Your password was changed', text })
    .catch((error: unknown) => log.warn({ err: error }, 'a change of a password could not be mailed'));
}
