/**
 * `npm run prove:image`: starts the image of `npm run image` without an engine, shut off as an orchestrator does it (`image/sealed.ts`). Exits with 0
 * if every rule held, with 1 otherwise; prints `skipped: <reason>` and exits with 0 where the machine does not allow it.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@cubit/postgres';
import { startReceiver, until, type Receiver } from '@cubit/testing/shipped';
import { memoryMb, privileges, uncached } from './image/checks.js';
import { openClient } from './image/client.js';
import { startSealed, type Sealed, type SealedOptions } from './image/sealed.js';
import { hindrance, mountImage, readDescribed, type MountedImage } from './image/storage.js';
import { freePort } from './program/child.js';
import { startProduct } from './program/product.js';
import { hasRedis, startRedis } from './program/redis.js';
import { machineLine } from './report/machine.js';

/** An address that the program takes for one of the internet. It exists in the namespace of this proof only. */
const OUTSIDE = '11.0.0.1';
const INSIDE_FLAG = '--inside';
const MAX_BYTES_ABOVE_BASE = 130_000_000;
const STARTS = 3;

let broken = 0;

/** Prints a rule and whether it held; `wrong` lists what did not. */
function rule(title: string, wrong: readonly unknown[]): void {
  if (wrong.length > 0) broken += 1;
  process.stdout.write(
    `  ${wrong.length === 0 ? 'ok ' : 'BAD'} ${title}${wrong.map((fault) => `\n        ${String(fault)}`).join('')}\n`,
  );
}

const unless = (held: boolean, fault: string): readonly string[] => (held ? [] : [fault]);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
const best = (values: readonly number[]) => Math.min(...values);

async function prove(image: MountedImage): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'cubit-image-'));
  // The user of the container passes through.
  await chmod(scratch, 0o711);
  const receiver = await startReceiver(undefined, OUTSIDE);
  try {
    process.stdout.write(`${machineLine()}\n${image.name}\n`);
    sizes(image);
    await lives(image, { scratch, receiver });
    await external(image, scratch);
    await starts(image, scratch);
  } finally {
    await receiver.close();
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

function sizes({ bytes }: MountedImage): void {
  const above = bytes.image - bytes.base;
  const mb = (value: number) => `${(value / 1e6).toFixed(1)} MB`;
  const title = `${mb(above)} above its base of ${mb(bytes.base)} (at most ${mb(MAX_BYTES_ABOVE_BASE)})`;
  rule(title, unless(above <= MAX_BYTES_ABOVE_BASE, 'more than that'));
}

/** One set of data from its first start over SIGTERM and SIGKILL. */
async function lives(
  image: MountedImage,
  { scratch, receiver }: { readonly scratch: string; readonly receiver: Receiver },
): Promise<void> {
  const options: SealedOptions = { image: image.config, root: image.root, data: join(scratch, 'data'), scratch };
  let sealed = await startSealed(options);
  rule(`first start: ready after ${seconds(sealed.startMs)}`, await privileges(sealed));
  rule('the root is read-only, and no other folder than /data, /tmp and /dev/shm is writable', await writable(sealed));
  const client = await firstPerson(sealed, options);
  await client.post('/api/v1/me/orgs', { slug: 'workshop', name: 'Workshop', modules: ['inventory'] });
  const first = await client.addPart('Written before SIGTERM');
  await page(sealed);
  await doctor(sealed);
  await webhook(client, receiver);
  rule(`memory of all processes: ${(await memoryMb(sealed)).toFixed(0)} MB`, []);

  const pids = await sealed.pids();
  const { code, ms } = await sealed.stop();
  rule(`SIGTERM: everything ended after ${seconds(ms)}`, [
    ...unless(code === 0, `exit code ${String(code)}`),
    ...(await alive(pids)).map((pid) => `process ${String(pid)} is left`),
  ]);
  sealed = await startSealed(options);
  client.moveTo(sealed.origin);
  rule(`start after SIGTERM: ready after ${seconds(sealed.startMs)}`, await client.missing([first]));
  const second = await client.addPart('Written before SIGKILL');
  const before = await sealed.pids();
  await sealed.kill();
  rule('SIGKILL: no process is left', await alive(before));
  sealed = await startSealed(options);
  client.moveTo(sealed.origin);
  rule(`start after SIGKILL: ready after ${seconds(sealed.startMs)}`, await client.missing([first, second]));
  await sealed.stop();
}

/** Registers with the token that the data directory holds and the start printed. */
async function firstPerson(sealed: Sealed, { data }: SealedOptions): Promise<Client> {
  const client = openClient(sealed.origin);
  const file = join(data, 'setup-token');
  const token = (await readFile(file, 'utf8')).trim();
  const mode = (await stat(file)).mode & 0o777;
  const stranger = await client.register();
  await client.register(token, 201);
  const gone = await stat(file).then(
    () => false,
    () => true,
  );
  rule('the first account needs the setup token, which is printed, private, and gone afterwards', [
    ...unless((await sealed.output()).includes(token), 'the start did not print the token of the file'),
    ...unless(mode === 0o600, `mode ${mode.toString(8)}`),
    ...unless(stranger === 403, `without the token: ${String(stranger)}`),
    ...unless(gone, 'the file is still there'),
  ]);
  return client;
}

type Client = ReturnType<typeof openClient>;

async function writable(sealed: Sealed): Promise<readonly string[]> {
  const script = `for folder in / /cubit /cubit/node_modules /etc /home/node /usr/local /var/tmp /dev /run; do touch "$folder/.proof" 2>/dev/null && echo "$folder"; done; for folder in /tmp /data; do touch "$folder/.proof" && rm "$folder/.proof" || exit 1; done`;
  const seen = await sealed.run('sh', '-c', script);
  return [
    ...seen.stdout.split('\n').filter(Boolean),
    ...unless(seen.status === 0, `/tmp or /data is not writable: ${seen.stderr}`),
  ];
}

/** The command of the image, beside the program. */
async function doctor(sealed: Sealed): Promise<void> {
  const { status, stdout, stderr } = await sealed.run('cubit', 'doctor', '--json');
  const results = stdout.split('\n').filter(Boolean);
  const wrong = results.filter((line) => line.includes('"state":"bad"'));
  rule(`cubit doctor finds nothing bad in ${String(results.length)} checks`, [
    ...wrong,
    ...unless(status === 0 && results.length > 0, `exit code ${String(status)}: ${stderr}`),
  ]);
}

/** The web app, with every script and style that its page names. */
async function page(sealed: Sealed): Promise<void> {
  const html = await (await fetch(sealed.origin)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  const answers = await Promise.all(
    files.map(async (path) => [path, (await fetch(sealed.origin + path)).status] as const),
  );
  const wrong = answers.filter(([, status]) => status !== 200).map(([path, status]) => `${path}: ${String(status)}`);
  rule(`the page of the web app, with ${String(files.length)} files`, [
    ...unless(files.length > 0, 'the page names no file'),
    ...wrong,
  ]);
}

async function webhook(client: Client, { address, posts }: Receiver): Promise<void> {
  const path = '/api/v1/orgs/workshop';
  await client.post(`${path}/notification-channels`, { type: 'webhook', config: { url: `${address}/hook` } });
  const message = `The kiln is cold ${randomBytes(4).toString('hex')}`;
  await client.post(`${path}/modules/core-notifications/actions/notify`, { record: null, input: { message } });
  await until('the webhook arrives', () => posts.length > 0);
  rule('a webhook out of it', unless(JSON.stringify(posts[0]?.body).includes(message), 'another message came'));
}

async function external(image: MountedImage, scratch: string): Promise<void> {
  if (!hasRedis()) {
    process.stdout.write('  not run: an external PostgreSQL and Redis (no redis-server on the path)\n');
    return;
  }
  const folder = join(scratch, 'external');
  const database = await startEmbeddedPostgres({ dataDir: folder, transport: 'loopback' });
  const { host, port, user, password = '', database: name } = database.connection;
  const redisPort = await freePort();
  const redis = await startRedis(redisPort);
  try {
    const env = {
      DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@${host}:${String(port)}/${name}`,
      REDIS_URL: `redis://127.0.0.1:${String(redisPort)}`,
    };
    const options = { image: image.config, root: image.root, data: join(scratch, 'external-data'), scratch, env };
    let sealed = await startSealed(options);
    const client = await firstPerson(sealed, options);
    await client.post('/api/v1/me/orgs', { slug: 'workshop', name: 'Workshop', modules: ['inventory'] });
    const part = await client.addPart('In an external database');
    const own = (await sealed.pids()).length;
    await sealed.stop();
    sealed = await startSealed(options);
    client.moveTo(sealed.origin);
    rule(`on an external PostgreSQL and Redis: ready after ${seconds(sealed.startMs)}, ${String(own)} processes`, [
      ...(await client.missing([part])),
    ]);
    await sealed.stop();
  } finally {
    redis.kill('SIGKILL');
    await database.stop();
  }
}

/** Times are printed and not judged, because a busy machine decides them; whether the cache of compiled code is used is judged. */
async function starts(image: MountedImage, scratch: string): Promise<void> {
  const options: SealedOptions = { image: image.config, root: image.root, data: join(scratch, 'data'), scratch };
  const outsideData = await mkdtemp(join(scratch, 'outside-'));
  await chmod(outsideData, 0o711);
  const [inside, outside]: [number[], number[]] = [[], []];
  for (let round = 0; round <= STARTS; round += 1) {
    const program = await startProduct({ dataDir: outsideData, output: join(scratch, 'outside.log') });
    await program.stop();
    const sealed = await startSealed(options);
    await sealed.stop();
    // The first start outside creates its database.
    if (round > 0) {
      outside.push(program.startMs);
      inside.push(sealed.startMs);
    }
  }
  const traced = await startSealed({ ...options, env: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' } });
  await traced.stop();
  const title = `warm start, best of ${String(STARTS)}: ${seconds(best(inside))} in the image, ${seconds(best(outside))} outside; compiled code comes from the image`;
  rule(title, uncached(await traced.output()));
}

async function alive(pids: readonly number[]): Promise<readonly number[]> {
  const states = await Promise.all(
    pids.map((pid) =>
      stat(`/proc/${String(pid)}`).then(
        () => true,
        () => false,
      ),
    ),
  );
  return pids.filter((_, index) => states[index]);
}

/** Runs this script again where there is no network but loopback, which has the address of the receiver too. */
function enterNamespace(): void {
  const script = `ip link set lo up && ip addr add ${OUTSIDE}/32 dev lo && exec "$0" "$@"`;
  const self = fileURLToPath(import.meta.url);
  const { status } = spawnSync('unshare', ['--net', '--', 'sh', '-c', script, process.execPath, self, INSIDE_FLAG], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

const reason = hindrance();
const described = readDescribed();
if (reason !== null) process.stdout.write(`skipped: ${reason}\n`);
else if (described === null) {
  process.stderr.write('There is no image: npm run image builds it.\n');
  process.exitCode = 1;
} else if (described.engine !== 'buildah')
  process.stdout.write('skipped: the image is in the storage of Docker, not of buildah\n');
else if (process.argv.includes(INSIDE_FLAG)) {
  const image = mountImage(described);
  try {
    await prove(image);
  } finally {
    image.unmount();
  }
  process.stdout.write(broken === 0 ? 'every rule held\n' : `${String(broken)} rules were broken\n`);
  process.exitCode = broken === 0 ? 0 : 1;
} else enterNamespace();
