import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, selfSignedCertificate, type TestServer } from '@cubit/testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Mailer } from '@cubit/access';
import { Bench, notifying } from '../../fixtures/bench.js';
import { createMailer } from './create-mailer.js';

const selfSigned = selfSignedCertificate();
const PASSWORD = 'hunter2-hunter2';

/** What a mail server received. */
interface Heard {
  readonly passwords: string[];
  readonly mails: string[];
}

const running: SMTPServer[] = [];
let server: TestServer;
let mailer: Mailer;

beforeAll(async () => {
  const delegate: Mailer = { send: (mail) => mailer.send(mail) };
  server = await createTestServer(notifying({ mailer: delegate }));
});
afterEach(async () => {
  for (const smtp of running.splice(0)) await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
afterAll(() => server.close());

async function listen(options: SMTPServerOptions): Promise<Heard & { readonly address: string }> {
  const received: Heard = { passwords: [], mails: [] };
  const smtp = new SMTPServer({
    ...selfSigned,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ password }, _, done) {
      received.passwords.push(password ?? '');
      if (password === PASSWORD) done(null, { user: 'cubit' });
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }));
    },
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.mails.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
    ...options,
  });
  // Clients that refuse the certificate close the connection, which these specs provoke.
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  running.push(smtp);
  return { ...received, address: `127.0.0.1:${(smtp.server.address() as AddressInfo).port}` };
}

/** The delivery of one notification through a mail server. */
async function deliveryBy(smtpUrl: string, message = 'hello', link_url?: string) {
  mailer = createMailer({ smtpUrl, folder: '/nowhere', publicUrl: 'https://cubit.example.org' });
  const workspace = await server.workspace();
  const lab = new Bench(workspace, (person) => server.as(person.token));
  const channel = await lab.addChannel({ type: 'email', config: {} });
  await lab.notify({ message, ...(link_url === undefined ? {} : { link_url }) });
  const [delivery] = await lab.settled(channel, 1);
  return delivery;
}

const withPassword = (scheme: string, address: string, query = '') =>
  `${scheme}://cubit:${PASSWORD}@${address}${query}`;

async function trusting<Result>(use: () => Promise<Result>): Promise<Result> {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, selfSigned.cert]);
  try {
    return await use();
  } finally {
    setDefaultCACertificates(before);
  }
}

describe('a mail server without STARTTLS', () => {
  const plain: SMTPServerOptions = { disabledCommands: ['STARTTLS'] };

  it('receives no password and no mail, and the delivery gives the reason', async () => {
    const { address, passwords, mails } = await listen(plain);
    expect(await deliveryBy(withPassword('smtp', address))).toMatchObject({
      state: 'failed',
      error: 'The mail server does not support encryption (STARTTLS), so no password was sent.',
    });
    expect([passwords, mails]).toEqual([[], []]);
  });

  it('receives the password if SMTP_URL has tls=off', async () => {
    const { address, passwords, mails } = await listen(plain);
    expect(await deliveryBy(withPassword('smtp', address, '?tls=off'))).toMatchObject({ state: 'delivered' });
    expect(passwords).toEqual([PASSWORD]);
    expect(mails).toHaveLength(1);
  });

  it('receives mails if SMTP_URL has no password', async () => {
    const { address, mails } = await listen(plain);
    expect(await deliveryBy(`smtp://${address}`)).toMatchObject({ state: 'delivered' });
    expect(mails).toHaveLength(1);
  });
});

describe('a mail server whose certificate is not trusted', () => {
  const error = 'The certificate of the mail server is not trusted: self-signed certificate.';

  it.each([
    ['smtps', { secure: true }],
    ['smtp', {}],
  ])('receives no password, and the delivery names the certificate, with %s', async (scheme, options) => {
    const { address, passwords } = await listen(options);
    expect(await deliveryBy(withPassword(scheme, address))).toMatchObject({ state: 'failed', error });
    expect(passwords).toEqual([]);
  });

  it('receives no mail even if SMTP_URL has no password', async () => {
    const { address, mails } = await listen({});
    expect(await deliveryBy(`smtp://${address}`)).toMatchObject({ state: 'failed', error });
    expect(mails).toEqual([]);
  });

  it('receives mails without encryption if SMTP_URL has tls=off', async () => {
    const { address, mails } = await listen({});
    expect(await deliveryBy(`smtp://${address}?tls=off`)).toMatchObject({ state: 'delivered' });
    expect(mails).toHaveLength(1);
  });

  it('has another error than one with a certificate for another name', async () => {
    const { address } = await listen({ secure: true });
    const delivery = await trusting(() => deliveryBy(`smtps://${address}?tls.servername=mail.example.org`));
    expect(delivery).toMatchObject({
      error: "The certificate of the mail server is not trusted: Hostname/IP does not match certificate's altnames.",
    });
  });
});

describe('a mail server whose certificate is trusted', () => {
  it.each([
    ['smtps', { secure: true }],
    ['smtp', {}],
  ])('receives the password and the mail, with %s', async (scheme, options) => {
    const { address, passwords, mails } = await listen(options);
    await trusting(async () => {
      expect(await deliveryBy(withPassword(scheme, address))).toMatchObject({ state: 'delivered' });
    });
    expect(passwords).toEqual([PASSWORD]);
    expect(mails).toHaveLength(1);
  });

  it('that refuses the password is reported as such', async () => {
    const { address } = await listen({ secure: true });
    const delivery = await trusting(() => deliveryBy(`smtps://cubit:wrong@${address}`));
    expect(delivery).toMatchObject({
      state: 'failed',
      error: 'The mail server refused the user name and password of SMTP_URL (535).',
    });
  });
});

describe('an unreachable mail server', () => {
  it('is reported with the reason', async () => {
    const { address } = await listen({});
    const smtp = running.splice(0)[0]!;
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    expect(await deliveryBy(`smtp://${address}`)).toMatchObject({
      state: 'failed',
      error: 'The mail server could not be reached: ECONNREFUSED.',
    });
  });
});

describe('an email', () => {
  it('has an HTML part with the same text and links as the text part', async () => {
    const { address, mails } = await listen({ disabledCommands: ['STARTTLS'] });
    await deliveryBy(
      `smtp://${address}`,
      '<script>alert(1)</script> & "5 < 6"\nline two',
      'https://example.org/a?b=1&c=2',
    );
    const [mail = ''] = mails;
    const boundary = /multipart\/alternative;\s+boundary="([^"]+)"/.exec(mail)?.[1] ?? '';
    const parts = mail.split(`--${boundary}`).slice(1, -1).map(decoded);
    expect(parts.map((part) => /^Content-Type: ([^;]+)/im.exec(part)?.[1])).toEqual(['text/plain', 'text/html']);
    const [text = '', html = ''] = parts;
    expect(text).toContain('<script>alert(1)</script> & "5 < 6"');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;5 &lt; 6&quot;<br>\nline two');
    expect(html).toContain('<a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>');
  });
});

/** Decodes the transfer encoding of a part. */
function decoded(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return `${head.trim()}\n\n${Buffer.from(body, 'base64').toString('utf8')}`;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `${head.trim()}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`.replaceAll('\r\n', '\n');
}
