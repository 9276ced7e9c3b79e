import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selfSignedCertificate } from '@cubit/testing';
import { type Program, startProgram, until } from '@cubit/testing/shipped';

const selfSigned = selfSignedCertificate();
const folder = mkdtempSync(join(tmpdir(), 'cubit-tls-'));
const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
let program: Program;
beforeAll(async () => {
  writeFileSync(files.TLS_CERT, selfSigned.cert);
  writeFileSync(files.TLS_KEY, selfSigned.key);
  program = await startProgram({ environment: files });
});
afterAll(async () => {
  await program.stop();
  rmSync(folder, { recursive: true });
});

const read = (path: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const request = get(new URL(path, program.address), { ca: selfSigned.cert, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', reject);
  });

const logged = (message: string) =>
  until(`it logs '${message}'`, () => program.log.entries.some((entry) => entry.message.startsWith(message)));

describe('a program with TLS_CERT and TLS_KEY', () => {
  it('serves HTTPS, and names that address', async () => {
    expect(program.address).toMatch(/^https:\/\//);
    expect(await read('/healthz')).toMatchObject({ status: 200 });
    expect(await read('/api/v1/me/registration')).toMatchObject({ status: 200 });
    await expect(fetch(program.address.replace('https', 'http'))).rejects.toThrow();
  });

  it('reads the certificate again on SIGHUP, and keeps the present one if that fails', async () => {
    program.child.kill('SIGHUP');
    await logged('The certificate was read again.');
    writeFileSync(files.TLS_CERT, 'no certificate');
    program.child.kill('SIGHUP');
    await logged('The certificate could not be read again');
    expect(await read('/healthz')).toMatchObject({ status: 200 });
  });

  it('does not start with only one of them, or with files that are no certificate', async () => {
    const one = startProgram({ environment: { TLS_CERT: files.TLS_CERT } });
    await expect(one).rejects.toThrow('TLS_CERT and TLS_KEY belong together');
    const wrong = { ...files, TLS_CERT: files.TLS_KEY };
    await expect(startProgram({ environment: wrong })).rejects.toThrow('TLS_CERT and TLS_KEY are not a certificate');
    const missing = { ...files, TLS_KEY: join(folder, 'missing.pem') };
    await expect(startProgram({ environment: missing })).rejects.toThrow('TLS_KEY cannot be read');
  });
});
