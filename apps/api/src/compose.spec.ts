import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { SETTING_ENTRIES, SETTINGS } from './command/settings-list.js';
import { readConfiguration } from './configuration.js';
import { SECRETS } from './secret-files.js';

const FOLDER = fileURLToPath(new URL('../../../docker/', import.meta.url));

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly secrets?: readonly string[];
  readonly [key: string]: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const compose = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
const example = Object.fromEntries(
  readFileSync(join(FOLDER, 'cubit.env.example'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('=') && !line.startsWith('#'))
    .map((line) => line.split(/=(.*)/s).slice(0, 2)),
) as Readonly<Record<string, string>>;
const PROGRAMS = ['api', 'worker'] as const;
const isKnown = (name: string) => name in SETTINGS || (name.endsWith('_FILE') && SECRETS.includes(name.slice(0, -5)));
const service = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`compose.yaml has no service ${name}.`);
  return found;
};

describe('docker/compose.yaml', () => {
  it.each(PROGRAMS)('gives %s settings that exist, and the settings of cubit.env', (name) => {
    const { environment = {}, env_file } = service(name);

    expect(Object.keys(environment).filter((setting) => !isKnown(setting))).toEqual([]);
    expect(env_file).toBe('cubit.env');
    expect(environment['ROLES']).toBe(name);
  });

  it('has an example of cubit.env whose settings exist, and that the program accepts', () => {
    expect(Object.keys(example).filter((name) => !isKnown(name))).toEqual([]);
    expect(readConfiguration(example, FOLDER)).toMatchObject({ publicUrl: example['PUBLIC_URL'], smtpUrl: null });
  });

  it('takes every secret setting from a file, and contains no secret itself', () => {
    const secret = SETTING_ENTRIES.filter(([, { secret: kind }]) => kind !== undefined).map(([name]) => name);

    expect(secret.filter((name) => !SECRETS.includes(name))).toEqual([]);
    for (const name of PROGRAMS) {
      const { environment = {}, secrets = [] } = service(name);
      const files = Object.entries(environment).filter(([setting]) => setting.endsWith('_FILE'));
      expect(files.map(([, file]) => file.replace('/run/secrets/', ''))).toEqual(secrets);
      expect(secrets.filter((file) => compose.secrets[file] === undefined)).toEqual([]);
      expect(Object.values(environment).filter((value) => /:\/\/[^/]*:[^/]*@/.test(value))).toEqual([]);
    }
  });

  it.each([...PROGRAMS, 'proxy', 'redis'])('shuts %s off', (name) => {
    expect(service(name)).toMatchObject({
      init: true,
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('limits memory and logs of every service, and publishes on loopback alone unless the proxy is wanted', () => {
    for (const [name, { profiles, ports = [], ...rest }] of Object.entries(compose.services)) {
      expect([name, rest]).toEqual([
        name,
        expect.objectContaining({ mem_limit: expect.any(String), logging: expect.anything() }),
      ]);
      if (profiles === undefined) expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
      else expect(profiles).toEqual(['proxy']);
    }
  });

  it.each(PROGRAMS)('asks %s whether it is ready', (name) => {
    expect(JSON.stringify(service(name)['healthcheck'])).toContain(
      `:${service(name).environment?.['PORT'] ?? ''}/readyz`,
    );
  });
});

describe('docker/cubit', () => {
  const script = readFileSync(join(FOLDER, 'cubit'), 'utf8');

  it('is a command of the image', () => {
    const dockerfile = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('COPY --chmod=755 docker/cubit /usr/local/bin/cubit\n');
    expect(statSync(join(FOLDER, 'cubit')).mode & 0o111).toBe(0o111);
  });

  it('passes its arguments to the program', () => {
    const here = script.replace('/cubit/', join(FOLDER, '../'));
    const run = (...args: readonly string[]) =>
      execFileSync('sh', ['-c', here, 'cubit', ...args], { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
    expect(run('--version')).toMatch(/^Cubit \d/);
    expect(run('config', '--json')).toContain('{"name":"PORT"');
  });
});
