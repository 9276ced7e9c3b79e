import { defineEvent, Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

const ID = '0192f0c1-2d3e-7000-8000-000000000001';

const bridgeId = Field.ref('devices:bridge');
const deviceId = Field.ref('devices:device');
const commandId = Field.ref('devices:command');
const nullable = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const aboutBridge = { bridgeId, bridgeName: Field.text() };
const bridgeExample = { bridgeId: ID, bridgeName: 'Hall' };

const ofBridge = <const Verb extends string>(verb: Verb, title: string) =>
  defineEvent({
    name: `devices.bridge.${verb}`,
    title,
    payload: Type.Object({ ...aboutBridge, version: nullable('The version that it runs.') }),
    example: { ...bridgeExample, version: '1.2.0' },
  });

export const bridgeRegistered = ofBridge('registered', 'Bridge registered');
export const bridgeOnline = ofBridge('online', 'Bridge online');
/** It runs another version, or has another name. */
export const bridgeUpdated = ofBridge('updated', 'Bridge updated');
export const bridgeRevoked = ofBridge('revoked', 'Bridge retired');
export const bridgeOffline = defineEvent({
  name: 'devices.bridge.offline',
  title: 'Bridge offline',
  description: 'It missed three polls.',
  payload: Type.Object({ ...aboutBridge, version: nullable('The version that it ran.') }),
  example: { ...bridgeExample, version: '1.2.0' },
  notification: { message: 'Bridge "{bridgeName}" does not answer.', priority: 'high' },
});
export const bridgeUpdateRequested = defineEvent({
  name: 'devices.bridge.update_requested',
  title: 'Update of a bridge requested',
  payload: Type.Object({ ...aboutBridge, version: Field.text({ description: 'The version that it is to run.' }) }),
  example: { ...bridgeExample, version: '1.3.0' },
});

const aboutDevice = { deviceId, deviceName: Field.text() };
const deviceExample = { deviceId: ID, deviceName: 'Scale 1' };

function ofDevice<const Verb extends string, Properties extends TProperties>(
  verb: Verb,
  title: string,
  more: { readonly properties: Properties; readonly example: object },
) {
  return defineEvent({
    name: `devices.device.${verb}`,
    title,
    payload: Type.Object({ ...aboutDevice, ...more.properties }),
    example: { ...deviceExample, ...more.example } as never,
  });
}
const nothing = { properties: {}, example: {} };

export const deviceDiscovered = ofDevice('discovered', 'Device added', nothing);
export const deviceRetired = ofDevice('retired', 'Device retired', nothing);
export const deviceOnline = ofDevice('online', 'Device online', nothing);
export const deviceOffline = ofDevice('offline', 'Device offline', nothing);
export const deviceUpdated = defineEvent({
  name: 'devices.device.updated',
  title: 'Device changed',
  payload: Type.Object({ ...aboutDevice, changes: Type.Unsafe<object>({ type: 'object' }) }),
  example: { ...deviceExample, changes: { name: { from: 'Scale', to: 'Scale 1' } } },
});

const link = {
  properties: { linked: Field.anyRef({ description: 'The record that it is about.' }), mode: Field.text() },
  example: { linked: { kind: 'inventory:stock_item', id: ID }, mode: 'set_stock' },
};
export const deviceLinked = ofDevice('linked', 'Device linked', link);
export const deviceUnlinked = ofDevice('unlinked', 'Device unlinked', link);

const readingId = Field.ref('devices:reading', { description: 'Kept for 30 days.' });
const reading = {
  properties: {
    readingId,
    value: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'What was measured or counted.' }),
    unit: nullable('Of the value.'),
    code: nullable('What was scanned.'),
    raw: Type.Unknown({ description: 'What the device itself says.' }),
    linked: Type.Unsafe<{ kind: string; id: string } | null>({
      type: ['object', 'null'],
      description: 'The record that the device is about, `{kind, id}`.',
    }),
    linkMode: Field.text({ description: 'What readings are for: `link_mode` of the device.' }),
  },
  example: { readingId: ID, value: 71.5, unit: 'g', code: null, raw: null, linked: null, linkMode: 'none' },
};
export const deviceReading = ofDevice('reading', 'Device measured', reading);
export const deviceScanned = ofDevice('scanned', 'Code scanned', reading);
export const deviceCounted = ofDevice('counted', 'Device counted', reading);

export const deviceApplied = ofDevice('applied', 'Reading applied', {
  properties: {
    readingId,
    linked: Field.anyRef({ description: 'What it was done to.' }),
    mode: Field.text({ description: '`link_mode` of the device.' }),
    action: Field.text({ description: 'What was done.' }),
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
  title: 'Device at fault',
  payload: Type.Object({ ...aboutDevice, error: nullable('What the device itself says.') }),
  example: { ...deviceExample, error: 'The load cell does not answer.' },
  notification: { message: '{deviceName} reports an error.', priority: 'high' },
});

const aboutCommand = {
  commandId,
  deviceId,
  command: Field.text({ description: 'Name of the command.' }),
  about: Type.Unsafe<{ kind: string; id: string } | null>({
    type: ['object', 'null'],
    description: 'The record that it was asked for on, `{kind, id}`.',
  }),
};
const commandExample = { commandId: ID, deviceId: ID, command: 'beep', about: null };
const ofCommand = <const Verb extends string>(verb: Verb, title: string) =>
  defineEvent({
    name: `devices.command.${verb}`,
    title,
    payload: Type.Object(aboutCommand),
    example: commandExample,
  });

export const commandQueued = ofCommand('queued', 'Command queued');
export const commandExpired = ofCommand('expired', 'Command expired');
export const commandCancelled = ofCommand('cancelled', 'Command cancelled');
export const commandSucceeded = defineEvent({
  name: 'devices.command.succeeded',
  title: 'Command succeeded',
  payload: Type.Object({ ...aboutCommand, result: Type.Unknown({ description: 'What the bridge answered.' }) }),
  example: { ...commandExample, result: { ok: true } },
});
export const commandFailed = defineEvent({
  name: 'devices.command.failed',
  title: 'Command failed',
  payload: Type.Object({ ...aboutCommand, error: Field.longtext() }),
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
