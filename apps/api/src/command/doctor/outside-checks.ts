import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createLog } from '@cubit/http';
import { checkMailServer, MailFailure } from '@cubit/notifications';
import { Redis } from 'ioredis';
import { fileSettings } from '../../file-settings.js';
import { readCertificate } from '../../tls.js';
import { bad, type Check, codeOf, duration, type Finding, type Inspected, ok, skipped, warning } from './check.js';

/** Time limit of a connection, and of an answer. */
const LIMIT_MS = 5_000;
const RENEW_BEFORE_S = 14 * 86_400;

const mail: Check = {
  name: 'mail',
  run: async ({ configuration: { smtpUrl, dataDir } }) => {
    if (smtpUrl === null) return skipped(`SMTP_URL is not set: emails are files in ${dataDir}/mail.`);
    try {
      await checkMailServer(smtpUrl);
      return ok('The mail server accepts the connection and, where SMTP_URL has one, the password. No email was sent.');
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      return bad(error.message, 'Correct SMTP_URL, or start the mail server.');
    }
  },
};

const files: Check = {
  name: 'files',
  run: async ({ configuration }) => {
    const { store } = fileSettings(configuration.files, {
      dataDir: configuration.dataDir,
      log: createLog({ level: 'silent' }),
    });
    const fault = await store.fault();
    const isBucket = configuration.files.s3 !== null;
    if (fault === null) return ok(isBucket ? 'The bucket answers.' : `Files are in ${store.place}.`);
    return bad(
      `Files cannot be stored: ${fault}.`,
      isBucket
        ? 'Correct S3_ENDPOINT, S3_BUCKET, S3_REGION and the key.'
        : 'Give the folder to the user of the program.',
    );
  },
};

const redis: Check = {
  name: 'redis',
  run: async ({ configuration: { redisUrl } }) => {
    if (redisUrl === null) return skipped('REDIS_URL is not set: the database wakes processes.');
    const client = new Redis(redisUrl, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      connectTimeout: LIMIT_MS,
      commandTimeout: LIMIT_MS,
      retryStrategy: () => null,
    });
    let failure: unknown;
    client.on('error', (error) => void (failure ??= error));
    try {
      await client.connect();
      await client.ping();
      return ok('Redis answers.');
    } catch (error) {
      return bad(`Redis cannot be used (${redisCode(failure ?? error)}).`, 'Start Redis, or correct REDIS_URL.');
    } finally {
      client.disconnect();
    }
  },
};

/** Answers of Redis begin with a word in capitals: `NOAUTH Authentication required.` */
function redisCode(error: unknown): string {
  const word = error instanceof Error ? /^[A-Z]{4,}(?= )/.exec(error.message)?.[0] : undefined;
  return word ?? codeOf(error);
}

const publicUrl: Check = {
  name: 'public_url',
  run: async (inspected) => {
    const address = reachableAddress(inspected);
    if (typeof address !== 'string') return address;
    const mend =
      'Correct PUBLIC_URL, or the proxy and the name in front of the program. From this machine, the address must be reachable too.';
    try {
      const reply = await fetch(`${address}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
      const { status } = (await reply.json().catch(() => ({}))) as { readonly status?: unknown };
      if (reply.status === 200 && status === 'ok') return ok(`The program answers at ${address}.`);
      return bad(`Something else than the program answers at ${address} (status ${reply.status}).`, mend);
    } catch (error) {
      return bad(`${address} cannot be reached from here (${codeOf(error)}).`, mend);
    }
  },
};

/** `PUBLIC_URL`, where it is set and a process answers requests. */
function reachableAddress({ configuration, processes, database }: Inspected): string | Finding {
  if (configuration.publicUrl === null) return skipped('PUBLIC_URL is not set.');
  const isServed = processes.some(({ running, roles }) => running && roles.includes('api'));
  return database !== null && !isServed ? skipped('No process answers requests.') : configuration.publicUrl;
}

const certificate: Check = {
  name: 'certificate',
  run: async (inspected) => {
    const { tls } = inspected.configuration;
    if (tls) {
      try {
        const own = certificateFinding('TLS_CERT', new Date(new X509Certificate(readCertificate(tls).cert).validTo));
        if (own.state !== 'ok') return own;
      } catch {
        return bad(
          'TLS_CERT and TLS_KEY cannot be used.',
          'Give files with a certificate and its key, in PEM, that the program can read.',
        );
      }
    }
    const address = reachableAddress(inspected);
    const isServed = typeof address === 'string' && address.startsWith('https:');
    if (!isServed)
      return tls
        ? ok('The certificate of TLS_CERT is valid.')
        : skipped('PUBLIC_URL is not an https address that is served.');
    try {
      const { validTo, fault } = await servedCertificate(new URL(address));
      if (fault !== null)
        return bad(
          `Browsers do not accept the certificate of ${address} (${fault}).`,
          'Install a certificate for this name, with its chain.',
        );
      return certificateFinding(address, validTo);
    } catch (error) {
      return bad(
        `No certificate was had from ${address} (${codeOf(error)}).`,
        'Correct PUBLIC_URL, or start what serves it.',
      );
    }
  },
};

export function certificateFinding(place: string, validTo: Date, now = new Date()): Finding {
  const left = (validTo.getTime() - now.getTime()) / 1_000;
  const mend = 'Renew the certificate, and look at what should have renewed it.';
  if (left <= 0) return bad(`The certificate of ${place} has expired.`, mend);
  const detail = `The certificate of ${place} expires in ${duration(left)}.`;
  return left < RENEW_BEFORE_S ? warning(detail, mend) : ok(detail);
}

interface ServedCertificate {
  readonly validTo: Date;
  /** Why it is not trusted: `CERT_HAS_EXPIRED`; null: it is. */
  readonly fault: string | null;
}

function servedCertificate({ hostname, port }: URL): Promise<ServedCertificate> {
  const { promise, resolve, reject } = Promise.withResolvers<ServedCertificate>();
  const host = hostname.replaceAll(/[[\]]/g, '');
  // It is looked at, not used: nothing is sent.
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
    timeout: LIMIT_MS,
  });
  socket.once('secureConnect', () => {
    const fault = socket.authorized ? null : String(socket.authorizationError);
    resolve({ validTo: new Date(socket.getPeerCertificate().valid_to), fault });
    socket.destroy();
  });
  socket.once('error', reject);
  socket.once('timeout', () => socket.destroy(new Error('No answer.')));
  return promise;
}

/** From the block that is reserved for examples, so no client has it. */
const NOBODY = '192.0.2.1';

const proxies: Check = {
  name: 'proxies',
  run: async (inspected) => {
    const address = reachableAddress(inspected);
    if (typeof address !== 'string') return address;
    const { trustedProxies } = inspected.configuration;
    let seen: unknown;
    try {
      const headers = { 'x-forwarded-for': NOBODY };
      const reply = await fetch(`${address}/healthz?client=true`, {
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      seen = ((await reply.json()) as { readonly client?: { readonly address?: unknown } }).client?.address;
    } catch {
      return skipped(`The program cannot be asked at ${address}.`);
    }
    if (typeof seen !== 'string') return skipped(`The program at ${address} does not name the address that it sees.`);
    const detail = `The program sees requests of this machine as from ${seen}; TRUST_PROXY is ${String(trustedProxies)}.`;
    if (seen === NOBODY && typeof trustedProxies === 'number')
      return bad(
        `${detail} It believes any address that a client claims.`,
        'Set TRUST_PROXY to the addresses of the proxies in place of their number.',
      );
    if (trustedProxies === 0 && address.startsWith('https:') && !inspected.configuration.tls)
      return bad(
        `${detail} A proxy is in front of it, so all clients count as one.`,
        `Set TRUST_PROXY to the address of the proxy, such as TRUST_PROXY=${seen}.`,
      );
    return ok(detail);
  },
};

export const OUTSIDE_CHECKS = { mail, files, redis, publicUrl, certificate, proxies };
