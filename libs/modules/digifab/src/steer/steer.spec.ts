import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { digifab } from '../digifab.module.js';
import { devices } from '../fixtures/devices.module.js';
import { inventory } from '../fixtures/inventory.module.js';
import { addWorkshop, type Workshop } from '../fixtures/workshop.js';

let server: TestServer;
let shop: Workshop;
beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, devices, digifab] });
  shop = await addWorkshop(server);
});
afterAll(() => server.close());

it('sends a print to the device of the machine, and cancels the command with the job while it is queued', async () => {
  const device = await shop.add('devices:device', { name: 'MK4' });
  const machine = await shop.addMachine({ device: device.id, accepting_jobs: false });
  const job = await shop.addJob();

  const { command } = await shop.resultOf('send', job, { machine: machine.id });
  const sent = { kind: 'devices:command', id: String(command) };
  expect(await shop.fieldsOf(job)).toMatchObject({ status: 'sending', command: { id: command, name: 'print' } });
  expect(await shop.fieldsOf(sent)).toEqual({ name: 'print', device: device.id, status: 'queued' });

  await shop.do('cancel', job, { reason: 'Wrong file' });
  expect(await shop.fieldsOf(sent)).toMatchObject({ status: 'cancelled' });
});

it('finds the device of a machine behind a bridge by its address', async () => {
  const bridge = await shop.add('devices:bridge', { name: 'Hall' });
  const device = await shop.add('devices:device', { name: 'Voron', bridge: bridge.id, address: 'usb:1' });
  const connection = await shop.add('connection', {
    name: 'Hall',
    driver: 'octoprint',
    url: 'http://octopi.example.org',
    via_bridge: bridge.id,
  });
  const machine = await shop.addMachine({ connection: connection.id, remote_id: 'usb:1', accepting_jobs: false });

  const { command } = await shop.resultOf('send', await shop.addJob(), { machine: machine.id });
  expect(await shop.fieldsOf({ kind: 'devices:command', id: String(command) })).toMatchObject({ device: device.id });
});
