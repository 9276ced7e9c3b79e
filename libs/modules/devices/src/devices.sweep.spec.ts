import { moduleSweep } from '@cubit/testing';
import { devices } from './devices.module.js';
import { inventory } from './fixtures/inventory.module.js';

interface Registered {
  readonly devices: readonly { readonly id: string }[];
}

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => ({ kind, id });

moduleSweep(devices, {
  modules: [inventory],
  records: {
    // With a bridge.
    'devices:device': async ({ create }, fields) =>
      create('devices:device', { bridge: (await create('devices:bridge')).id, ...fields }),
    'devices:command': async ({ create, run }, fields) => {
      const { id } = { id: fields['device'] ?? (await create('devices:device')).id };
      const { command } = await run('devices:run_command', null, { command: 'beep', device: id });
      return { kind: 'devices:command', id: String(command) };
    },
  },
  targets: {
    'devices:run_command': async ({ create }) => ({ record: await create('devices:device') }),
    'devices:rename': async ({ create }) => ({ record: await create('devices:device') }),
    // The bridge of the credential has registered with a device, and reported a reading.
    'devices:apply_reading': async ({ client, path, create, run }) => {
      const edge = `${path}/modules/devices/edge`;
      const registration = { name: 'Hall', version: '1.2.0', devices: [{ address: 'usb:1', name: 'Scale' }] };
      const { body } = await client.post<Registered>(`${edge}/register`, registration);
      const device = body.devices[0]?.id ?? '';
      const record = { kind: 'devices:device', id: device };
      await run('devices:link', record, { to: await create('inventory:stock_item').then(keyOf), mode: 'use' });
      await client.post(`${edge}/respond`, { readings: [{ device, type: 'scan', code: 'A-1' }] });
      return { record };
    },
  },
  also: async ({ create, run }) => {
    await run('devices:rename', await create('devices:bridge'));
  },
  emittedBySpecs: [
    'devices.bridge.offline',
    'devices.device.offline',
    'devices.device.error',
    'devices.device.reading',
    'devices.device.counted',
    'devices.command.succeeded',
    'devices.command.failed',
    'devices.command.expired',
  ],
});
