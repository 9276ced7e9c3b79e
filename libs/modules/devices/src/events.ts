import { defineEvent, Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

const ID = '0192f0c1-2d3e-7000-8000-000000000001';

const bridgeId = Field.ref('devices:bridge');
const deviceId = Field.ref('devices:device');
const commandId = Field.ref('devices:command');
const nullable = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const bridgeProperties = { bridgeId, bridgeName: Field.text() };
const bridgeExample = { bridgeId: ID, bridgeName: 'Hall' };

const ofBridge = <const Verb extends string>(verb: Verb, title: string) =>
  defineEvent({
    name: `devices.bridge.${verb}`,
    title,
    payload: Type.Object({ ...bridgeProperties, version: nullable('Version of its software.') }),
    example: { ...bridgeExample, version: '1.2.0' },
  });

export const bridgeRegistered = ofBridge('registered', 'Bridge registered');
export const bridgeOnline = ofBridge('online', 'Bridge online');
/** Emitted when the version or the name changes. */
export const bridgeUpdated = ofBridge('updated', 'Bridge updated');
export const bridgeRevoked = ofBridge('revoked', 'Bridge retired');
export const bridgeOffline = defineEvent({
  name: 'devices.bridge.offline',
  title: 'Bridge offline',
  description: 'The bridge missed three polls.',
  payload: Type.Object({ ...bridgeProperties, version: nullable('Last known version of its software.') }),
  example: { ...bridgeExample, version: '1.2.0' },
  notification: { message: 'Bridge "{bridgeName}" is offline.', priority: 'high' },
});
export const bridgeUpdateRequested = defineEvent({
  name: 'devices.bridge.update_requested',
  title: 'Bridge update requested',
  payload: Type.Object({ ...bridgeProperties, version: Field.text({ description: 'The requested version.' }) }),
  example: { ...bridgeExample, version: '1.3.0' },
});

const deviceProperties = { deviceId, deviceName: Field.text() };
const deviceExample = { deviceId: ID, deviceName: 'Scale 1' };

function ofDevice<const Verb extends string, Properties extends TProperties>(
  verb: Verb,
  title: string,
  more: { readonly properties: Properties; readonly example: object },
) {
  return defineEvent({
    name: `devices.device.${verb}`,
    title,
    payload: Type.Object({ ...deviceProperties, ...more.properties }),
    example: { ...deviceExample, ...more.example } as never,
  });
}
const noFurtherProperties = { properties: {}, example: {} };

export const deviceDiscovered = ofDevice('discovered', 'Device added', noFurtherProperties);
export const deviceRetired = ofDevice('retired', 'Device retired', noFurtherProperties);
export const deviceOnline = ofDevice('online', 'Device online', noFurtherProperties);
export const deviceOffline = ofDevice('offline', 'Device offline', noFurtherProperties);
export const deviceUpdated = defineEvent({
  name: 'devices.device.updated',
  title: 'Device changed',
  payload: Type.Object({ ...deviceProperties, changes: Type.Unsafe<object>({ type: 'object' }) }),
  example: { ...deviceExample, changes: { name: { from: 'Scale', to: 'Scale 1' } } },
});

const link = {
  properties: { linked: Field.anyRef({ description: 'The linked record.' }), mode: Field.text() },
  example: { linked: { kind: 'inventory:stock_item', id: ID }, mode: 'set_stock' },
};
export const deviceLinked = ofDevice('linked', 'Device linked', link);
export const deviceUnlinked = ofDevice('unlinked', 'Device unlinked', link);

const readingId = Field.ref('devices:reading', { description: 'Readings are deleted after 30 days.' });
const reading = {
  properties: {
    readingId,
    value: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'The measured or counted value.' }),
    unit: nullable('Unit of the value.'),
    code: nullable('The scanned code.'),
    raw: Type.Unknown({ description: 'Raw data of the device.' }),
    linked: Type.Unsafe<{ kind: string; id: string } | null>({
      type: ['object', 'null'],
      description: 'The linked record, `{kind, id}`.',
    }),
    linkMode: Field.text({ description: '`link_mode` of the device.' }),
  },
  example: { readingId: ID, value: 71.5, unit: 'g', code: null, raw: null, linked: null, linkMode: 'none' },
};
export const deviceReading = ofDevice('reading', 'Reading measured', reading);
export const deviceScanned = ofDevice('scanned', 'Code scanned', reading);
export const deviceCounted = ofDevice('counted', 'Count reported', reading);

export const deviceApplied = ofDevice('applied', 'Reading applied', {
  properties: {
    readingId,
    linked: Field.anyRef({ description: 'The record that was changed.' }),
    mode: Field.text({ description: '`link_mode` of the device.' }),
    action: Field.text({ description: 'Id of the action that was run.' }),
  },
  example: {
    readingId: ID,
    linked: { kind: 'inventory:stock_item', id: ID },
    mode: 'set_stock',
    action: 'inventory:set',
  },
});
export const deviceError = defineEvent({
  name: 'devices.device.error',
  title: 'Device error',
  payload: Type.Object({ ...deviceProperties, error: nullable('Raw data of the device.') }),
  example: { ...deviceExample, error: 'The load cell does not answer.' },
  notification: { message: '{deviceName} reports an error.', priority: 'high' },
});

const commandProperties = {
  commandId,
  deviceId,
  command: Field.text({ description: 'Name of the command.' }),
  about: Type.Unsafe<{ kind: string; id: string } | null>({
    type: ['object', 'null'],
    description: 'The record that the command was requested on, `{kind, id}`.',
  }),
};
const commandExample = { commandId: ID, deviceId: ID, command: 'beep', about: null };
const ofCommand = <const Verb extends string>(verb: Verb, title: string) =>
  defineEvent({
    name: `devices.command.${verb}`,
    title,
    payload: Type.Object(commandProperties),
    example: commandExample,
  });

export const commandQueued = ofCommand('queued', 'Command queued');
export const commandExpired = ofCommand('expired', 'Command expired');
export const commandCancelled = ofCommand('cancelled', 'Command cancelled');
export const commandSucceeded = defineEvent({
  name: 'devices.command.succeeded',
  title: 'Command succeeded',
  payload: Type.Object({
    ...commandProperties,
    result: Type.Unknown({ description: 'Result reported by the bridge.' }),
  }),
  example: { ...commandExample, result: { ok: true } },
});
export const commandFailed = defineEvent({
  name: 'devices.command.failed',
  title: 'Command failed',
  payload: Type.Object({ ...commandProperties, error: Field.longtext() }),
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
