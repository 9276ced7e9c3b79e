import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { SMTPServer } from 'smtp-server';
import { Bench, notifying } from '../../fixtures/bench.js';
import { createMailer } from './create-mailer.js';

interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

const arrived: Arrived[] = [];
let refuse = false;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_, __, done) => done(refuse ? Object.assign(new Error('Mailbox full'), { responseCode: 452 }) : null),
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = envelope;
      const to = rcptTo.map(({ address }) => address);
      arrived.push({ from: mailFrom ? mailFrom.address : '', to, text: Buffer.concat(chunks).toString('utf8') });
      done();
    });
  },
});
let server: TestServer;
let folder: string;
const now = { at: new Date('2026-03-02T10:50:00.000Z') };

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'cubit-mail-'));
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const mailer = createMailer({ smtpUrl, folder, publicUrl: 'https://cubit.example.org' });
  server = await createTestServer({ ...notifying({ mailer }), now: () => now.at });
});
afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await rm(folder, { recursive: true });
});

async function bench() {
  const workspace = await server.workspace();
  return new Bench(workspace, (person) => server.as(person.token));
}
const put = (lab: Awaited<ReturnType<typeof bench>>, preferences: object) =>
  server.as(lab.workspace.owner).put(`${lab.path}/notification-preferences`, { preferences: [], ...preferences });
const mailsTo = (address: string) => arrived.filter(({ to }) => to.includes(address));

describe('the email channel', () => {
  it('sends each notification to its recipient, once', async () => {
    const lab = await bench();
    const channel = await lab.addChannel({ type: 'email', config: {} });
    await lab.notify({ message: 'Kettle is\r\nBcc: eve@example.org\r\nhot ✓', link_url: '/modules/lab' });
    expect(await lab.settled(channel, 1)).toMatchObject([{ state: 'delivered', status: null, error: null }]);
    const [mail, ...others] = mailsTo(lab.workspace.owner.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: 'cubit@cubit.example.org', to: [lab.workspace.owner.email] });
    expect(mail!.text).toMatch(/^Subject: .*Kettle/m);
    expect(mail!.text.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
    expect(mail!.text).toContain(`http://cubit.test/w/${lab.workspace.slug}/modules/lab`);
  });

  it('writes dates in words, in the time zone of the recipient; the bell has them as they are', async () => {
    const lab = await bench();
    const channel = await lab.addChannel({ type: 'email', config: {} });
    expect((await put(lab, { time_zone: 'Europe/Berlin' })).status).toBe(200);
    await lab.notify({ message: 'Free from 2026-03-05T17:00:00Z to 2026-03-08.' });
    await lab.settled(channel, 1);
    const [mail] = mailsTo(lab.workspace.owner.email);
    expect(mail!.text).toContain('Free from 5 March 2026 at 18:00 CET to 8 March 2026.');
    expect(await lab.bell()).toMatchObject([{ message: 'Free from 2026-03-05T17:00:00Z to 2026-03-08.' }]);
  });

  it('sends all emails to `to` if it is configured, which takes one address', async () => {
    const lab = await bench();
    await lab.workspace.member();
    const channel = await lab.addChannel({ type: 'email', config: { to: 'team@example.org' } });
    await lab.tell('all', 'x');
    await lab.settled(channel, 2);
    expect(mailsTo('team@example.org')).toHaveLength(2);
    const { status } = await lab.client.post(`${lab.path}/notification-channels`, {
      type: 'email',
      config: { to: 'a@example.org, b@example.org' },
    });
    expect(status).toBe(422);
  });

  it('records the response of the mail server, and does not retry', async () => {
    const lab = await bench();
    const channel = await lab.addChannel({ type: 'email', config: {} });
    refuse = true;
    await lab.tell('all', 'x');
    expect(await lab.settled(channel, 1)).toMatchObject([{ state: 'failed', error: 'The mail server answered 452.' }]);
    refuse = false;
  });

  it('collects emails for members with a digest; urgent ones are sent at once', async () => {
    const lab = await bench();
    const channel = await lab.addChannel({ type: 'email', config: {} });
    expect((await put(lab, { email_digest: 'hourly' })).status).toBe(200);
    for (const note of ['one', 'two', 'three']) await lab.tell('all', note);
    await lab.tell('urgent', 'smoke');
    await lab.settled(channel, 1);
    const address = lab.workspace.owner.email;
    expect(mailsTo(address).map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])).toEqual([
      expect.stringContaining('Urgent: Lab: smoke'),
    ]);
    now.at = new Date('2026-03-02T11:00:00.000Z');
    await lab.settled(channel, 4);
    const [, digest, ...others] = mailsTo(address);
    expect(others).toEqual([]);
    expect(digest!.text).toMatch(/^Subject: .*3 notifications/m);
    expect(digest!.text).toMatch(/2 March 2026 at 10:50 UTC\r\nLab: one[^]*Lab: two[^]*Lab: three/);
  });

  it('waits for the end of quiet hours, except for urgent notifications; the bell does not wait', async () => {
    now.at = new Date('2026-03-03T05:50:00.000Z');
    const lab = await bench();
    const channel = await lab.addChannel({ type: 'email', config: {} });
    await put(lab, { time_zone: 'Europe/Berlin', quiet_hours: { from: '22:00', to: '07:00' } });
    await lab.tell('all', 'later');
    await lab.tell('urgent', 'now');
    expect(await lab.bell()).toHaveLength(2);
    expect((await lab.settled(channel, 1)).filter(({ state }) => state === 'delivered')).toHaveLength(1);
    expect(mailsTo(lab.workspace.owner.email)).toHaveLength(1);
    now.at = new Date('2026-03-03T06:00:00.000Z');
    await lab.settled(channel, 2);
    expect(mailsTo(lab.workspace.owner.email)).toHaveLength(2);
  });
});

describe('email without a mail server', () => {
  it('is written to files that only their owner can read', async () => {
    const mailer = createMailer({ smtpUrl: null, folder: join(folder, 'kept'), publicUrl: 'http://localhost:3000' });
    await mailer.send({ to: 'ada@example.org', subject: 'Invitation', text: 'Come in.' });
    const [name, ...others] = await readdir(join(folder, 'kept'));
    expect(others).toEqual([]);
    expect(name).toMatch(/\.eml$/);
    const path = join(folder, 'kept', name!);
    expect(await readFile(path, 'utf8')).toMatch(/To: ada@example\.org[^]*Subject: Invitation[^]*Come in\./);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });
});
