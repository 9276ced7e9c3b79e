import type { KernelServices } from '../kernel/services.js';

interface InvitationMail {
  readonly to: string;
  readonly url: string;
  /** Name of the workspace. */
  readonly workspace: string;
}

export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/invitations/${token}`;
}

/** Sends the link where the instance can send mail. Its maker has it as well, so a mail that fails loses nothing. */
export function mailInvitation({ mailer, log }: Pick<KernelServices, 'mailer' | 'log'>, mail: InvitationMail): void {
  if (!mailer) return;
  // A name may hold line breaks, and a subject is a header.
  const workspace = mail.workspace.replace(/\s+/g, ' ').trim();
  const text = `You are invited to join ${workspace}.\n\nOpen this link within seven days:\n${mail.url}\n`;
  mailer.send({ to: mail.to, subject: `Invitation to ${workspace}`, text }).catch((error: unknown) => {
    log.warn({ err: error }, 'An invitation could not be mailed.');
  });
}
