import type { SendMailOptions } from 'nodemailer';
import { makeTransport } from './make-transport.js';
import { v7 } from 'uuid';
import type { Mailer } from '@cubit/core';
import { mailFolder } from './mail-folder.js';

const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password. Null: mails are kept as files. */
  readonly smtpUrl: string | null;
  /** Sender of every mail. Default: `cubit` at the host of the instance. */
  readonly from?: string | null;
  /** Folder for mails that are not sent. */
  readonly folder: string;
  readonly publicUrl: string;
}

/** Sends mail, once: what a server does not take is not tried again. */
export function createMailer({ smtpUrl, from = null, folder, publicUrl }: MailerOptions): Mailer {
  const host = new URL(publicUrl).hostname;
  const sender = from ?? `Cubit <cubit@${host}>`;
  const deliver = smtpUrl === null ? mailFolder(folder) : smtp(smtpUrl);
  return {
    send: ({ to, subject, text }) =>
      deliver({
        from: sender,
        // As an address and nothing else: a list in it is not taken apart.
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${v7()}@${host}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      }),
  };
}

function smtp(url: string): (mail: SendMailOptions) => Promise<void> {
  const transport = makeTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => void (await (await transport()).sendMail(mail));
}
