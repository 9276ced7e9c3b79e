import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, until } from '@cubit/testing';
import { startChains, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

const clock = createClock(new Date().toISOString());
const WAIT = { headers: { prefer: 'wait=20' } };
let chains: Chains;
let bench: ChainBench;
let bridge: string;
let device: string;
let machine: ApiRecord;
let job: ApiRecord;
beforeAll(async () => {
  // Runs in this process, because the tests advance the clock.
  chains = await startChains((options) => createTestServer({ ...options, now: clock.now }));
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
  const found = { address: 'serial:77', name: 'MK4 left', type: 'printer' };
  const { body } = await bench.client.post<{ bridge_id: string; devices: { id: string }[] }>(edge('register'), {
    name: 'Hall',
    version: '1',
    devices: [found],
  });
  [bridge, device] = [body.bridge_id, body.devices[0]?.id ?? ''];
  const file = await bench.add('digifab:file', { name: 'keycap.gcode' });
  machine = await bench.add('digifab:machine', { name: 'MK4 left', device });
  job = await bench.add('digifab:job', { title: 'Keycap', file: file.id });
});

const edge = (path: string) => `${bench.path}/modules/devices/edge/${path}`;
async function fetchCommands() {
  const { body } = await bench.client.get<{ commands: { id: string; device: string; name: string; params: object }[] }>(
    edge('poll'),
  );
  return body?.commands ?? [];
}
const respond = (command_id: string, status: string, more: object = {}) =>
  bench.client.post(edge('respond'), { command_id, status, ...more }, WAIT);
const print = () => bench.do('digifab:report', machine, { state: 'printing', progress: 0.1 });

describe('a machine with a device', () => {
  it('gets commands to print, pause, resume and stop, and the job follows their results', async () => {
    const sent = await bench.do('digifab:send', job, { machine: machine.id });
    const [started] = await fetchCommands();
    expect(started).toMatchObject({ device, name: 'print', params: { job: job.id, file: 'keycap.gcode' } });
    expect(sent).toEqual({ machine: machine.id, status: 'sending', command: started?.id });
    await respond(started?.id ?? '', 'succeeded');
    expect(await bench.readFields(job)).toMatchObject({
      status: 'sending',
      command: { name: 'print', status: 'succeeded' },
    });
    await print();
    for (const [action, name, before, after] of [
      ['pause', 'pause', 'printing', 'paused'],
      ['resume', 'resume', 'paused', 'printing'],
      ['cancel', 'cancel', 'printing', 'cancelled'],
    ] as const) {
      const requested = await bench.do(`digifab:${action}`, job, { reason: 'Look' });
      expect(requested).toEqual({ status: before, command: expect.any(String) as unknown });
      expect(await bench.do(`digifab:${action}`, job)).toEqual(requested);
      const commands = await fetchCommands();
      expect(commands.map((one) => [one.name, one.id])).toEqual([[name, requested['command']]]);
      expect((await bench.readFields(job))['status']).toBe(before);
      await respond(String(requested['command']), 'succeeded');
      expect(await bench.readFields(job)).toMatchObject({ status: after, command: { name, status: 'succeeded' } });
    }
    expect(await bench.readFields(machine)).toMatchObject({ status: 'idle', needs_clear: true });
    const events = await bench.loggedEvents(job, 'digifab.print.*');
    expect(events.map(({ name, payload: { byMachine, reason } }) => [name.split('.')[2], byMachine, reason])).toEqual([
      ['started', undefined, undefined],
      ['paused', true, 'Look'],
      ['resumed', true, 'Look'],
      ['cancelled', true, 'Look'],
    ]);
    expect(await bench.failures()).toEqual([]);
  });

  it('that refuses a command leaves the job unchanged, with the reason', async () => {
    await print();
    const requested = await bench.do('digifab:pause', job);
    await fetchCommands();
    await respond(String(requested['command']), 'failed', { error: 'Heating up' });
    expect(await bench.readFields(job)).toMatchObject({
      status: 'printing',
      command: { name: 'pause', status: 'failed', error: 'Heating up' },
    });
    const change = (await bench.loggedEvents(job, 'digifab.job.updated')).at(-1);
    expect(change?.payload['changes']).toMatchObject({ command: { to: { status: 'failed' } } });
    expect(await bench.do('digifab:pause', job, { by_hand: true })).toEqual({ status: 'paused' });
    expect(await fetchCommands()).toEqual([]);
  });

  it('that cannot start a print passes the job to another machine', async () => {
    const other = await bench.add('digifab:machine', { name: 'MK4 right' });
    await bench.do('digifab:send', job, { machine: machine.id });
    const [started] = await fetchCommands();
    await respond(started?.id ?? '', 'failed', { error: 'No such file' });
    expect(await bench.readFields(machine)).toMatchObject({ status: 'error' });
    expect(await bench.readFields(job)).toMatchObject({
      status: 'assigned',
      machine: other.id,
      command: { status: 'failed', error: 'No such file' },
    });
  });

  it('goes offline if its bridge does not fetch a command in time', async () => {
    const connection = await bench.add('digifab:connection', { name: 'Serial', driver: 'serial', via_bridge: bridge });
    const far = await bench.add('digifab:machine', { name: 'Far', connection: connection.id, remote_id: 'serial:77' });
    await bench.do('digifab:send', job, { machine: far.id });
    clock.advance({ seconds: 61 });
    expect(await fetchCommands()).toEqual([]);
    await until('the machine is offline', async () => (await bench.readFields(far))['status'] === 'offline');
    expect(await bench.readFields(connection)).toMatchObject({
      status: 'error',
      last_error: expect.stringMatching('in time') as unknown,
    });
    expect(await bench.readFields(job)).toMatchObject({
      status: 'assigned',
      machine: machine.id,
      command: { status: 'expired' },
    });
    await print();
    const requested = await bench.do('digifab:cancel', job);
    clock.advance({ seconds: 61 });
    await fetchCommands();
    await until(
      'the command is no longer queued',
      async () => ((await bench.readFields(job))['command'] as { status: string }).status !== 'queued',
    );
    expect(await bench.readFields(job)).toMatchObject({
      status: 'printing',
      command: { id: requested['command'], status: 'expired' },
    });
  });

  it('gets no command that was cancelled before its bridge fetched it', async () => {
    await bench.do('digifab:send', job, { machine: machine.id });
    expect(await bench.do('digifab:cancel', job)).toEqual({ status: 'cancelled' });
    expect(await fetchCommands()).toEqual([]);
    const again = await bench.add('digifab:job', { title: 'Again' });
    await bench.do('digifab:send', again, { machine: machine.id });
    await fetchCommands();
    await bench.do('digifab:cancel', again);
    expect((await fetchCommands()).map(({ name }) => name)).toEqual(['cancel']);
  });

  it('is paused by a detector, and the suspicion reports only what has happened', async () => {
    await bench.client.patch(`${bench.path}/modules/digifab`, {
      settings: { failure_auto_pause: true, failure_ignore_first_s: 0 },
    });
    await print();
    const seen = { score: 0.9, source: 'watcher', certain: true };
    expect(await bench.do('digifab:report_failure_score', job, seen)).toMatchObject({ suspected: true, paused: false });
    const [pause] = await fetchCommands();
    expect(pause).toMatchObject({ name: 'pause', params: { reason: 'detected' } });
    await respond(pause?.id ?? '', 'succeeded');
    expect(await bench.readFields(job)).toMatchObject({ status: 'paused', auto_paused: true });
    expect(await bench.do('digifab:dismiss_suspicion', job)).toMatchObject({ resumed: true });
    expect((await fetchCommands()).map(({ name }) => name)).toEqual(['resume']);
  });

  it('is found by its address behind the bridge of its connection, and refused if no device has that address', async () => {
    const reached = { name: 'By the bridge', driver: 'bambu', via_bridge: bridge };
    const connection = await bench.add('digifab:connection', reached);
    const behind = async (name: string, remote_id: string) =>
      bench.add('digifab:machine', { name, connection: connection.id, remote_id });
    const [near, lost] = [await behind('Near', 'serial:77'), await behind('Lost', 'serial:78')];
    const queue = () => bench.add('digifab:job', { title: 'Bracket', target: { tags: ['none'] } });
    await bench.do('digifab:send', await queue(), { machine: near.id });
    expect((await fetchCommands()).map((one) => one.device)).toEqual([device]);
    const next = await queue();
    expect((await bench.run('digifab:send', next, { machine: lost.id })).status).toBe(409);
    expect(await bench.do('digifab:send', next, { machine: lost.id, by_hand: true })).toMatchObject({
      status: 'sending',
    });
  });

  it('gets no command if the workspace disabled the module devices', async () => {
    await print();
    await bench.client.patch(`${bench.path}/modules/devices`, { enabled: false });
    expect(await bench.do('digifab:pause', job)).toEqual({ status: 'paused' });
  });
});
