import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let chains: Chains;
let bench: ChainBench;
let machine: ApiRecord;
let spool: ApiRecord;
let job: ApiRecord;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
  const material = { material: 'PLA', density_g_cm3: 1.24, diameter_mm: 1.75 };
  const filament = await bench.add('inventory:part', { name: 'PLA', unit: 'g', material });
  spool = await bench.add('inventory:stock_item', { part: filament.id, qty: 1_000 });
  machine = await bench.add('digifab:machine', { name: 'MK4', loaded: [{ slot: 0, stock_item: spool.id }] });
  const file = await bench.add('digifab:file', { name: 'keycap.gcode', est_g: [{ tool: 0, g: 5 }] });
  job = await bench.add('digifab:job', { title: 'Keycap', file: file.id });
});

/** The host of the machine: posts to the URL of its integration. */
async function host(connector: string, secret?: string) {
  const order = {
    connector,
    name: 'Host',
    config: { machine: machine.id },
    ...(secret === undefined ? {} : { secret }),
  };
  const made = await bench.client.post<{ url: string }>(`${bench.path}/integrations`, order);
  if (made.status !== 201) throw new Error(made.text);
  const { pathname } = new URL(made.body.url);
  return async (body: object) => {
    const { status, text } = await chains.server.anonymous.post(pathname, body);
    return [status, JSON.parse(text) as unknown] as const;
  };
}
const eventsNamed = async (name: string) => {
  const { body } = await bench.client.get<{ data: readonly { payload: Readonly<Record<string, unknown>> }[] }>(
    `${bench.path}/event-log?name=${name}`,
  );
  return body.data.map(({ payload }) => payload);
};

describe('a machine that reports through a connector', () => {
  it('completes one print once, with the weight of the reported length', async () => {
    const post = await host('octoprint', 'abcdef123456');
    const common = { apiSecret: 'abcdef123456', extra: { name: 'keycap.gcode' } };
    expect((await post({ ...common, apiSecret: 'wrong', topic: 'Print Started' }))[0]).toBe(401);
    expect((await post({ ...common, topic: 'Print Started' }))[0]).toBe(202);
    const done = { ...common, topic: 'Print Done', job: { filament: { tool0: { length: 335.82696 } } } };
    for (let turn = 0; turn < 3; turn += 1) expect((await post(done))[0]).toBeLessThan(300);
    const [print, ...more] = await eventsNamed('digifab.print.completed');
    expect(more).toEqual([]);
    // 335.83 mm of 1.75 mm at 1.24 g/cm³.
    expect(print).toMatchObject({ jobId: job.id, materials: [{ usedG: 1.0016, stockItemId: spool.id }] });
    expect(await bench.readFields(machine)).toMatchObject({ needs_clear: true, status: 'idle' });
  });

  it('may send only what has changed', async () => {
    const post = await host('moonraker');
    const update = (status: object) => post({ jsonrpc: '2.0', method: 'notify_status_update', params: [status, 1.5] });
    await update({ print_stats: { state: 'printing', filename: 'keycap.gcode', filament_used: 0 } });
    await update({ virtual_sdcard: { progress: 0.5 }, print_stats: { filament_used: 800 } });
    expect(await bench.readFields(job)).toMatchObject({ status: 'printing', progress: 0.5, used_mm: 800 });
    await update({ virtual_sdcard: { progress: 0.99 }, print_stats: { filament_used: 1_584 } });
    await update({ print_stats: { state: 'complete' } });
    const [print] = await eventsNamed('digifab.print.completed');
    // 1.6 m, of which 99 percent had been reported.
    expect(print).toMatchObject({ materials: [{ usedG: 4.7721 }] });
    expect((await update({ print_stats: { filament_used: 1_600 } }))[1]).toMatchObject({ ignored: expect.any(String) });
  });

  it('uses an inbound webhook like any other: each delivery is an event without secrets', async () => {
    const post = await host('octoprint', 'abcdef123456');
    const body = { topic: 'Print Started', extra: { name: 'keycap.gcode' } };
    const [, answer] = await post({ ...body, apiSecret: 'abcdef123456' });
    const events = await bench.client.get<{ data: readonly { id: string; payload: object }[] }>(
      `${bench.path}/event-log?name=integrations.inbound.received`,
    );
    expect(events.body.data).toMatchObject([
      { id: (answer as { event_id: string }).event_id, payload: { connector: 'octoprint', type: 'Print Started' } },
    ]);
    expect(events.body.data[0]?.payload).toHaveProperty('body', body);
  });

  it.each(['octoprint', 'moonraker', 'prusalink', 'obico', 'bambu', 'fdm-monster'])(
    'lists the events of %s',
    async (connector) => {
      const { body } = await bench.client.get<{ data: readonly { id: string; events: readonly string[] }[] }>(
        `${bench.path}/connectors`,
      );
      const events = body.data.find(({ id }) => id === connector)?.events ?? [];
      expect(events).toEqual(
        expect.arrayContaining(['integrations.inbound.received', 'digifab.print.completed', 'digifab.job.updated']),
      );
      expect(new Set(events).size).toBe(events.length);
    },
  );

  it('accepts an optional field that is empty or has another type', async () => {
    const octoprint = await host('octoprint');
    const moonraker = await host('moonraker');
    const progress = { completion: 50, printTimeLeft: '' };
    const printer = { temperature: {}, state: { text: 'Paused', flags: { paused: true, operational: true } } };
    expect((await octoprint({ topic: 'Print Started', extra: { name: 'keycap.gcode' } }))[0]).toBe(202);
    expect((await octoprint({ topic: 'Print Progress', extra: { name: 'keycap.gcode' }, progress }))[0]).toBe(202);
    expect(await bench.readFields(job)).toMatchObject({ status: 'printing', progress: 0.5 });
    expect((await moonraker(printer))[0]).toBe(202);
    expect(await bench.readFields(job)).toMatchObject({ status: 'paused' });
  });

  it('completes each print once, even if it stays in that state', async () => {
    const post = await host('bambu');
    const say = (print: object) => post({ print: { command: 'push_status', ...print } });
    await say({ gcode_state: 'FINISH', mc_percent: 100 });
    expect(await bench.readFields(job)).toMatchObject({ status: 'assigned' });
    await say({ gcode_state: 'PREPARE', mc_percent: 0 });
    await say({ gcode_state: 'RUNNING', gcode_file: '/data/Metadata/keycap.gcode' });
    await say({ mc_percent: 42, mc_remaining_time: 33 });
    expect(await bench.readFields(job)).toMatchObject({
      status: 'printing',
      progress: 0.42,
      print_id: 'file:keycap.gcode',
    });
    for (let turn = 0; turn < 3; turn += 1) await say({ gcode_state: 'FINISH', mc_percent: 100, mc_remaining_time: 0 });
    expect(await eventsNamed('digifab.print.completed')).toMatchObject([{ jobId: job.id, materials: [{ usedG: 5 }] }]);
    await bench.do('digifab:clear_bed', machine);
    const next = await bench.add('digifab:job', { title: 'Next', materials: [] });
    await say({ gcode_state: 'FINISH', gcode_file: 'keycap.gcode' });
    expect(await bench.readFields(next)).toMatchObject({ status: 'assigned' });
  });

  it('is suspected once by a detector that decides itself, and paused if the detector paused it', async () => {
    await bench.client.patch(`${bench.path}/modules/digifab`, { settings: { failure_ignore_first_s: 0 } });
    const post = await host('obico');
    const print = { id: 90_210, filename: 'keycap.gcode' };
    await post({ event: 'PrintStarted', print });
    for (let turn = 0; turn < 2; turn += 1)
      await post({ event: 'PrintFailure', is_warning: true, print_paused: false, print });
    expect(await eventsNamed('digifab.print.failure_suspected')).toMatchObject([
      { jobId: job.id, score: 0.75, source: 'obico' },
    ]);
    await bench.do('digifab:dismiss_suspicion', job);
    const [, cooled] = await post({ event: 'PrintFailure', is_warning: false, print_paused: true, print });
    expect(cooled).toMatchObject({ event_id: expect.any(String), remark: expect.stringMatching(/failure_cooldown_s/) });
    expect(await bench.readFields(job)).toMatchObject({ status: 'paused' });
    expect((await eventsNamed('digifab.print.failure_suspected')).length).toBe(1);
    expect((await post({ event: 'TestEvent' }))[1]).toMatchObject({ ignored: expect.any(String) });
  });

  it('is suspected while it is paused, and an alert in the first seconds is listed with its reason', async () => {
    const post = await host('obico');
    const print = { id: 90_211, filename: 'keycap.gcode' };
    const alert = (print_paused: boolean) => post({ event: 'PrintFailure', is_warning: false, print_paused, print });
    expect((await alert(false))[1]).toMatchObject({ event_id: null, ignored: 'The job is not printing.' });
    await post({ event: 'PrintStarted', print });
    const [, early] = await alert(false);
    expect(early).toEqual({ event_id: null, ignored: expect.stringMatching(/failure_ignore_first_s/) });
    expect(await eventsNamed('digifab.print.failure_suspected')).toEqual([]);
    expect(await bench.readFields(job)).toMatchObject({
      watch: { ignored: [{ score: 0.95, source: 'obico', reason: 'first_seconds' }] },
    });
    const { body } = await bench.client.get<{ data: readonly { id: string }[] }>(`${bench.path}/integrations`);
    const hits = await bench.client.get<{ data: readonly { outcome: string; reason: string }[] }>(
      `${bench.path}/integrations/${body.data[0]?.id ?? ''}/hits`,
    );
    expect(hits.body.data[0]).toMatchObject({ outcome: 'ignored', reason: expect.stringMatching(/first seconds/) });
    await bench.client.patch(`${bench.path}/modules/digifab`, { settings: { failure_ignore_first_s: 0 } });
    await post({ event: 'PrintPaused', print });
    await alert(true);
    expect(await eventsNamed('digifab.print.failure_suspected')).toMatchObject([
      { jobId: job.id, score: 0.95, paused: true },
    ]);
  });

  it('goes offline when its host does not know its state, and returns to its state', async () => {
    const post = await host('fdm-monster');
    const say = (status: string) => post({ id: 7, status, fileName: 'keycap.gcode', progress: 40 });
    const seen = [];
    for (const status of ['QUEUED', 'STARTING', 'PRINTING', 'UNKNOWN', 'PRINTING', 'COMPLETED', 'COMPLETED']) {
      await say(status);
      seen.push((await bench.readFields(job))['status']);
    }
    expect(seen).toEqual(['assigned', 'sending', 'printing', 'unreachable', 'printing', 'completed', 'completed']);
    expect(await eventsNamed('digifab.print.completed')).toMatchObject([{ jobId: job.id, materials: [{ usedG: 5 }] }]);
  });

  it('identifies a print by its number', async () => {
    const post = await host('prusalink');
    const status = (state: string, id: number) => post({ printer: { state }, job: { id, progress: 40 } });
    await status('PRINTING', 129);
    await status('FINISHED', 128);
    expect(await bench.readFields(job)).toMatchObject({ status: 'printing', progress: 0.4 });
    await status('STOPPED', 129);
    await status('STOPPED', 129);
    expect(await eventsNamed('digifab.print.cancelled')).toMatchObject([
      { byMachine: true, materials: [{ usedG: 2 }] },
    ]);
  });
});
