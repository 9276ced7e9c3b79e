import type { SendMailOptions } from 'nodemailer';
import { makeTransport } from './make-transport.js';
import { v7 } from 'uuid';
import type { Mailer } from '@cubit/access';
import { htmlOfText } from './html-of-text.js';
import { mailFailure } from './mail-failure.js';
import { mailFolder } from './mail-folder.js';

/** Parameter of `SMTP_URL` that turns off encryption: `smtp://user:password@mail.internal?tls=off`. */
const TLS = 'tls';

interface SmtpOptions {
  readonly url: string;
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;

export interface MailerOptions {
  /**
   * `smtp://` or `smtps://` URL with user and password. Null: emails are written to files. A password is sent only over TLS, unless the URL
   * has `?tls=off`.
   */
  readonly smtpUrl: string | null;
  /** Sender address. Default: `cubit` at the host of the instance. */
  readonly from?: string | null;
  /** Folder for emails if there is no SMTP server. */
  readonly folder: string;
  readonly publicUrl: string;
}

/** Sends emails without retries. */
export function createMailer({ smtpUrl, from = null, folder, publicUrl }: MailerOptions): Mailer {
  const host = new URL(publicUrl).hostname;
  const sender = from ?? `Cubit <cubit@${host}>`;
  const deliver = smtpUrl === null ? mailFolder(folder) : smtp(smtpUrl);
  return {
    send: ({ to, subject, text }) =>
      deliver({
        from: sender,
        // An address object: a string could be parsed as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html: htmlOfText(text),
        messageId: `<${v7()}@${host}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      }),
  };
}

/** Connects to the mail server, signs in, and sends nothing. Throws a `MailFailure`, whose message has no address. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  try {
    const transport = await smtpTransport(smtpUrl)();
    await transport.verify().finally(() => transport.close());
  } catch (error) {
    throw mailFailure(error);
  }
}

function smtp(url: string): (mail: SendMailOptions) => Promise<void> {
  const transport = smtpTransport(url);
  return async (mail) => void (await (await transport()).sendMail(mail));
}

function smtpTransport(url: string) {
  return makeTransport({
    ...smtpOptions(url),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Requires TLS if the URL has a password, unless it has `tls=off`. */
function smtpOptions(smtpUrl: string): SmtpOptions {
  const url = new URL(smtpUrl);
  const isOff = url.searchParams.get(TLS) === 'off';
  // The transport would read every parameter as one of its options.
  url.searchParams.delete(TLS);
  return { url: url.href, requireTLS: !isOff && url.username !== '', ignoreTLS: isOff };
}
