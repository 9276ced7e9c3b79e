import type { AccessServices } from '../access-services.js';

interface InvitationMail {
  readonly to: string;
  readonly url: string;
  /** Name of the workspace. */
  readonly workspace: string;
}

export const INVITATION_PATH = '/invitations';

export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}${INVITATION_PATH}/${token}`;
}

/** Mails the link if the instance can send mail. The caller has the link as well, so a failed mail loses nothing. */
export function mailInvitation({ mailer, log }: Pick<AccessServices, 'mailer' | 'log'>, mail: InvitationMail): void {
  if (!mailer) return;
  // A name may contain line breaks, which a mail header must not.
  const workspace = mail.workspace.replace(/\s+/g, ' ').trim();
  const text = `You are invited to join ${workspace}.\n\nOpen this link within seven days:\n${mail.url}\n`;
  mailer.send({ to: mail.to, subject: `Invitation to ${workspace}`, text }).catch((error: unknown) => {
    log.warn({ err: error }, 'An invitation could not be mailed.');
  });
}
