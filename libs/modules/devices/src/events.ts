import { defineEvent, Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

const ID = '0192f0c1-2d3e-7000-8000-000000000001';

const bridgeId = Field.ref('devices:bridge', { title: 'Bridge', description: 'The bridge concerned.' });
const deviceId = Field.ref('devices:device', { title: 'Device', description: 'The device concerned.' });
const commandId = Field.ref('devices:command', { title: 'Command record', description: 'The command concerned.' });
const nullable = (title: string, description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], title, description });
const nullableRecord = (title: string, description: string) =>
  Type.Unsafe<{ kind: string; id: string } | null>({ type: ['object', 'null'], title, description });

const bridgeProperties = {
  bridgeId,
  bridgeName: Field.text({ title: 'Bridge name', description: 'Name of the bridge at the time of the event.' }),
};
const version = nullable('Version', 'Last known version of its software. Null before it reports one.');
const bridgeExample = { bridgeId: ID, bridgeName: 'Hall' };

const ofBridge = <const Verb extends string>(verb: Verb, title: string, description: string) =>
  defineEvent({
    name: `devices.bridge.${verb}`,
    title,
    description,
    payload: Type.Object({ ...bridgeProperties, version }),
    example: { ...bridgeExample, version: '1.2.0' },
  });

export const bridgeRegistered = ofBridge(
  'registered',
  'Bridge registered',
  'A program registered as the bridge with a new API token.',
);
export const bridgeOnline = ofBridge('online', 'Bridge online', 'The bridge is in contact again.');
export const bridgeUpdated = ofBridge('updated', 'Bridge updated', 'The version or the name of the bridge changed.');
export const bridgeRevoked = ofBridge('revoked', 'Bridge retired', 'The bridge was retired and gets no more commands.');
export const bridgeOffline = defineEvent({
  name: 'devices.bridge.offline',
  title: 'Bridge offline',
  description: 'The bridge missed three polls.',
  payload: Type.Object({ ...bridgeProperties, version }),
  example: { ...bridgeExample, version: '1.2.0' },
  notification: { message: 'Bridge "{bridgeName}" is offline.', priority: 'high' },
});
export const bridgeUpdateRequested = defineEvent({
  name: 'devices.bridge.update_requested',
  title: 'Bridge update requested',
  description: 'An admin requested the bridge to update itself, which it does at its next poll.',
  payload: Type.Object({
    ...bridgeProperties,
    version: Field.text({ title: 'Version', description: 'The requested version.' }),
  }),
  example: { ...bridgeExample, version: '1.3.0' },
});

const deviceProperties = {
  deviceId,
  deviceName: Field.text({ title: 'Device name', description: 'Name of the device at the time of the event.' }),
};
const deviceExample = { deviceId: ID, deviceName: 'Scale 1' };

function ofDevice<const Verb extends string, Properties extends TProperties>(
  verb: Verb,
  text: { readonly title: string; readonly description: string },
  more: { readonly properties: Properties; readonly example: object },
) {
  return defineEvent({
    name: `devices.device.${verb}`,
    ...text,
    payload: Type.Object({ ...deviceProperties, ...more.properties }),
    example: { ...deviceExample, ...more.example } as never,
  });
}
const noFurtherProperties = { properties: {}, example: {} };

export const deviceDiscovered = ofDevice(
  'discovered',
  { title: 'Device added', description: 'A bridge reported a new device, or a member added one.' },
  noFurtherProperties,
);
export const deviceRetired = ofDevice(
  'retired',
  { title: 'Device retired', description: 'The device was moved to the trash. Its queued commands are cancelled.' },
  noFurtherProperties,
);
export const deviceOnline = ofDevice(
  'online',
  { title: 'Device online', description: 'The bridge reports that the device is connected.' },
  noFurtherProperties,
);
export const deviceOffline = ofDevice(
  'offline',
  { title: 'Device offline', description: 'The bridge reports that the device is disconnected, or is offline itself.' },
  noFurtherProperties,
);
export const deviceUpdated = defineEvent({
  name: 'devices.device.updated',
  title: 'Device changed',
  description: 'A field that people enter changed, such as the name or the location.',
  payload: Type.Object({ ...deviceProperties, changes: Field.changes() }),
  example: { ...deviceExample, changes: { name: { from: 'Scale', to: 'Scale 1' } } },
});

const linkMode = { title: 'Use of readings', description: '`link_mode` of the device: how readings are applied.' };
const link = {
  properties: {
    linked: Field.anyRef({ title: 'Linked record', description: 'The record of the link.' }),
    mode: Field.text(linkMode),
  },
  example: { linked: { kind: 'inventory:stock_item', id: ID }, mode: 'set_stock' },
};
export const deviceLinked = ofDevice(
  'linked',
  {
    title: 'Device linked',
    description: 'The device was linked to a record, which its readings apply to from then on.',
  },
  link,
);
export const deviceUnlinked = ofDevice(
  'unlinked',
  { title: 'Device unlinked', description: 'The link was removed. Readings are no longer applied.' },
  link,
);

const readingId = Field.ref('devices:reading', {
  title: 'Reading',
  description: 'The reading concerned. Readings are deleted after 30 days.',
});
const reading = {
  properties: {
    readingId,
    value: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      title: 'Value',
      description: 'The measured or counted value. Null for a scan or a state.',
    }),
    unit: nullable('Unit', 'Unit of the value, as the device reports it.'),
    code: nullable('Code', 'The scanned code, or the name of the state. Null for a value.'),
    raw: Type.Unknown({ title: 'Raw data', description: 'Raw data of the device.' }),
    linked: nullableRecord('Linked record', 'The linked record, `{kind, id}`. Null if the device is not linked.'),
    linkMode: Field.text(linkMode),
  },
  example: { readingId: ID, value: 71.5, unit: 'g', code: null, raw: null, linked: null, linkMode: 'none' },
};
export const deviceReading = ofDevice(
  'reading',
  {
    title: 'Reading measured',
    description:
      'The device measured a value or reported a state. Only for devices that are linked or emit readings, and only if it differs from the last emitted one.',
  },
  reading,
);
export const deviceScanned = ofDevice(
  'scanned',
  { title: 'Code scanned', description: 'The device scanned a barcode or a QR code.' },
  reading,
);
export const deviceCounted = ofDevice(
  'counted',
  { title: 'Count reported', description: 'The device counted pieces.' },
  reading,
);

export const deviceApplied = ofDevice(
  'applied',
  { title: 'Reading applied', description: 'A reading was applied to the linked record by an action.' },
  {
    properties: {
      readingId,
      linked: Field.anyRef({ title: 'Linked record', description: 'The record that was changed.' }),
      mode: Field.text(linkMode),
      action: Field.text({ title: 'Action', description: 'Id of the action that was run.' }),
    },
    example: {
      readingId: ID,
      linked: { kind: 'inventory:stock_item', id: ID },
      mode: 'set_stock',
      action: 'inventory:set',
    },
  },
);
export const deviceError = defineEvent({
  name: 'devices.device.error',
  title: 'Device error',
  description: 'The bridge reports a fault of the device.',
  payload: Type.Object({
    ...deviceProperties,
    error: nullable('Error', 'Text that the device reports. Null if it reports none.'),
  }),
  example: { ...deviceExample, error: 'The load cell does not answer.' },
  notification: { message: '{deviceName} reports an error.', priority: 'high' },
});

const commandProperties = {
  commandId,
  deviceId,
  command: Field.text({ title: 'Command', description: 'Name of the command, as the driver defines it.' }),
  about: nullableRecord(
    'For',
    'The record that the command was requested on, `{kind, id}`. Null if it was requested on the device or on none.',
  ),
};
const commandExample = { commandId: ID, deviceId: ID, command: 'beep', about: null };
const ofCommand = <const Verb extends string>(verb: Verb, title: string, description: string) =>
  defineEvent({
    name: `devices.command.${verb}`,
    title,
    description,
    payload: Type.Object(commandProperties),
    example: commandExample,
  });

export const commandQueued = ofCommand(
  'queued',
  'Command queued',
  'The command waits for the next poll of its bridge.',
);
export const commandExpired = ofCommand(
  'expired',
  'Command expired',
  'The bridge did not fetch the command in time, so it will not be executed.',
);
export const commandCancelled = ofCommand(
  'cancelled',
  'Command cancelled',
  'The command was cancelled before the bridge fetched it.',
);
export const commandSucceeded = defineEvent({
  name: 'devices.command.succeeded',
  title: 'Command succeeded',
  description: 'The bridge reported that the device executed the command.',
  payload: Type.Object({
    ...commandProperties,
    result: Type.Unknown({ title: 'Result', description: 'Result reported by the bridge.' }),
  }),
  example: { ...commandExample, result: { ok: true } },
});
export const commandFailed = defineEvent({
  name: 'devices.command.failed',
  title: 'Command failed',
  description: 'The bridge reported an error, or fetched the command repeatedly without an outcome.',
  payload: Type.Object({
    ...commandProperties,
    error: Field.longtext({ title: 'Error', description: 'Why the command failed, for people.' }),
  }),
  example: { ...commandExample, error: 'The relay does not answer.' },
});

export const bridgeEvents = [
  bridgeRegistered,
  bridgeOnline,
  bridgeOffline,
  bridgeUpdateRequested,
  bridgeUpdated,
  bridgeRevoked,
] as const;
export const deviceEvents = [
  deviceDiscovered,
  deviceUpdated,
  deviceOnline,
  deviceOffline,
  deviceError,
  deviceLinked,
  deviceUnlinked,
  deviceRetired,
  deviceReading,
  deviceScanned,
  deviceCounted,
  deviceApplied,
] as const;
export const commandEvents = [
  commandQueued,
  commandSucceeded,
  commandFailed,
  commandExpired,
  commandCancelled,
] as const;
