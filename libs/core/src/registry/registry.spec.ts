import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { defineChannel } from '../contract/channel.js';
import { defineConnector } from '../contract/connector.js';
import { Field } from '../contract/field.js';
import { defineAction } from '../contract/action.js';
import { defineEvent } from '../contract/event.js';
import { defineJob } from '../contract/job.js';
import { defineKind, foreignKind } from '../contract/kind.js';
import type { ModuleDefinition } from '../contract/module.js';
import { shelf, shop } from '@cubit/testing';
import { defineModuleRoute } from '../routes/module-route.js';
import { createRegistry, RegistryError } from './registry.js';

/** What to do, as an imperative after the fault. */
const REMEDY = /(?:; |\. )(?:add|correct|declare|install|leave|make|name|rename|use|write)\b/i;
const base = { version: '1.0.0', contract: '^1.0.0', title: 'Lab', description: 'For a spec.' };
const kind = (id: `${string}:${string}`, fields: Parameters<typeof Type.Object>[0] = {}) =>
  defineKind({
    id,
    title: ['Thing', 'Things'],
    titleField: 'name',
    fields: Type.Object({ name: Field.text(), ...fields }),
  });
const event = (name: `${string}.${string}.${string}`) =>
  defineEvent({ name, title: 'Event', payload: Type.Object({}), example: {} });
const action = (id: `${string}:${string}`, extra: object = {}) =>
  defineAction({
    id,
    title: 'Act',
    appliesTo: 'workspace',
    input: Type.Object({}),
    output: Type.Null(),
    emits: [],
    effects: { destructive: false, idempotent: true, readOnly: false },
    example: { title: 'Act', input: {} },
    run: () => Promise.resolve(null),
    ...extra,
  });
const job = (id: `${string}:${string}`, extra: object = {}) =>
  defineJob({ id, input: Type.Object({ name: Type.String() }), run: () => Promise.resolve(), ...extra });
const connector = (id: string, extra: object = {}) =>
  defineConnector({
    id,
    title: 'Connector',
    description: 'For a spec.',
    config: Type.Object({}),
    events: [],
    verify: () => true,
    translate: () => ({ ignored: 'it says nothing' }),
    ...extra,
  });
const channel = (type: string) =>
  defineChannel({
    type,
    title: 'Channel',
    description: 'For a spec.',
    config: Type.Object({}),
    show: (config) => config,
    send: () => Promise.resolve({ delivered: true, status: null, error: null }),
  });
const route = (operationId: string, extra: object = {}) =>
  defineModuleRoute({
    operationId,
    method: 'GET',
    path: '/window',
    summary: 'For a spec',
    responses: { 200: { description: 'Nothing.' } },
    handler: () => Promise.resolve({ status: 200 }),
    ...extra,
  });
const otherSettings = () => Type.Object({ limit: Field.integer({ default: 3 }) });
const secret = { key: Field.secret({ title: 'Key' }) };
const notifying = (notification: { readonly message: string; readonly recipients?: string }) =>
  defineEvent({ name: 'lab.thing.done', title: 'Event', payload: Type.Object({}), example: {}, notification });

function faultsOf(...modules: readonly ModuleDefinition[]): readonly string[] {
  try {
    createRegistry(modules);
    return [];
  } catch (error) {
    if (error instanceof RegistryError) return error.faults;
    throw error;
  }
}

const keyed = {
  ...route('getLabWindow'),
  keyed: { title: ['Window address', 'Window addresses'], scope: 'lab:window' },
} as const;
const scope = (id: string, ...operations: readonly string[]) => ({
  id,
  title: 'Window',
  description: 'Looks.',
  workspaceBound: true,
  operations,
});

describe('the registry', () => {
  it('accepts consistent modules', () => {
    expect(
      faultsOf(shop, { ...base, name: 'lab', kinds: [kind('lab:thing', { item: Field.ref('shop:item') })] }),
    ).toEqual([]);
  });

  it('accepts subscriptions and default wires for a module that is not installed', () => {
    const reactions: Partial<ModuleDefinition> = {
      subscriptions: [{ id: 'follow', event: 'garage.car.parked', run: () => Promise.resolve() }],
      wires: [{ key: 'park', name: 'Park', event: 'garage.car.parked', action: 'garage:lock' }],
    };
    expect(faultsOf({ ...base, name: 'lab', ...reactions })).toEqual([]);
  });

  it('accepts hosts of permissions', () => {
    const egress = ['localhost', '127.0.0.1', 'api.example.com', '*.example.com', 'xn--bcher-kva.example'];
    expect(faultsOf({ ...base, name: 'lab', permissions: { egress } })).toEqual([]);
  });

  it('accepts declarations that name the settings of their module', () => {
    const settings = Type.Object({ limit: Field.integer({ default: 3 }) });
    expect(faultsOf({ ...base, name: 'lab', settings, actions: [action('lab:act', { settings })] })).toEqual([]);
    expect(faultsOf({ ...base, name: 'lab', settings: Type.Object(secret) })).toEqual([]);
  });

  it.each<[string, ModuleDefinition, RegExp]>([
    ...(
      [
        ['of another module', /declares job 'garage:send'; name it 'lab:<verb>'/, [job('garage:send')]],
        ['with a name of upper case', /declares job 'lab:Send'; name it/, [job('lab:Send')]],
        ['declared twice', /^The job 'lab:send' is declared twice/, [job('lab:send'), job('lab:send')]],
        ['without attempts', /^Job 'lab:send' has 0 attempts/, [job('lab:send', { attempts: 0 })]],
        [
          'with a schema that is not one',
          /^The input of job 'lab:send' have type 'Date'/,
          [job('lab:send', { input: Type.Object({ at: Type.Unsafe({ type: 'Date' }) }) })],
        ],
        [
          'with a secret in its input',
          /^The input of job 'lab:send' have a secret at/,
          [job('lab:send', { input: Type.Object(secret) })],
        ],
      ] as const
    ).map(([what, message, jobs]): [string, ModuleDefinition, RegExp] => [
      `a job ${what}`,
      { ...base, name: 'lab', jobs },
      message,
    ]),
    ...['*', '*.Example.com', 'https://api.example.com', 'api.example.com:443', 'api.*.com'].map(
      (host): [string, ModuleDefinition, RegExp] => [
        `the host '${host}' of permissions`,
        { ...base, name: 'lab', permissions: { egress: [host] } },
        /^Module 'lab' has '.*' in permissions\.egress/,
      ],
    ),
    ...(
      [
        ['a kind', /^Kind 'lab:thing' names/, { kinds: [{ ...kind('lab:thing'), settings: otherSettings() }] }],
        ['an action', /^Action 'lab:act' names/, { actions: [action('lab:act', { settings: otherSettings() })] }],
        ['a job', /^Job 'lab:send' names/, { jobs: [job('lab:send', { settings: otherSettings() })] }],
        [
          'a route',
          /^Route 'getWindow' of module 'lab' names/,
          { routes: [{ ...route('getWindow'), settings: otherSettings() }] },
        ],
      ] as const
    ).map(([what, message, declared]): [string, ModuleDefinition, RegExp] => [
      `${what} that names other settings than its module`,
      { ...base, name: 'lab', settings: otherSettings(), ...declared },
      message,
    ]),
    ...(
      [
        [
          'a kind',
          /^The fields of kind 'lab:thing' have a secret at '\/properties\/key'/,
          { kinds: [kind('lab:thing', secret)] },
        ],
        [
          'the input of an action',
          /^The input of action 'lab:act' have a secret at '\/properties\/to\/properties\/key'/,
          { actions: [action('lab:act', { input: Type.Object({ to: Type.Optional(Type.Object(secret)) }) })] },
        ],
        [
          'the payload of an event',
          /^The payload of event 'lab.thing.done' have a secret/,
          { events: [{ ...event('lab.thing.done'), payload: Type.Object(secret), example: { key: null } }] },
        ],
        [
          'the configuration of a connector',
          /^The configuration of connector 'lab-window' have a secret/,
          { connectors: [connector('lab-window', { config: Type.Object(secret) })] },
        ],
        [
          'the answer of a route',
          /^The schemas of route 'getWindow' have a secret at '\/responses\/200\/schema\/properties\/key'/,
          {
            routes: [
              route('getWindow', { responses: { 200: { description: 'A key.', schema: Type.Object(secret) } } }),
            ],
          },
        ],
        [
          'a part of a setting',
          /^The settings of module 'lab' have a secret at '\/properties\/keys\/items'; make it a member/,
          { settings: Type.Object({ keys: Type.Array(secret.key, { default: [] }) }) },
        ],
      ] as const
    ).map(([what, message, declared]): [string, ModuleDefinition, RegExp] => [
      `${what} that is secret`,
      { ...base, name: 'lab', ...declared },
      message,
    ]),
    ['a module of the same name', shop, /Two modules are named 'shop'/],
    [
      'a kind outside its prefix',
      { ...base, name: 'lab', kinds: [kind('shop:other')] },
      /'lab' declares kind 'shop:other'; name it 'lab:/,
    ],
    [
      'a kind that another module has',
      { ...base, name: 'lab', kinds: [kind('shop:item')] },
      /kind 'shop:item' is declared twice, by 'shop' and 'lab'/,
    ],
    [
      'an event that another module owns',
      { ...base, name: 'lab', events: [event('shop.item.lost')] },
      /'lab' declares event 'shop.item.lost', owned by 'shop'/,
    ],
    [
      'an action that emits what nobody declares',
      { ...base, name: 'lab', actions: [action('lab:act', { emits: [event('lab.thing.done')] })] },
      /'lab:act' emits event 'lab.thing.done', which module 'lab' does not declare/,
    ],
    [
      'an action on a kind that its module lacks',
      {
        ...base,
        name: 'lab',
        actions: [action('lab:act', { appliesTo: [foreignKind('shop:nothing', Type.Object({}))] })],
      },
      /'lab:act' applies to kind 'shop:nothing', which module 'shop' does not declare/,
    ],
    [
      'a reference to a kind that its module lacks',
      { ...base, name: 'lab', kinds: [kind('lab:thing', { other: Field.ref('shop:nothing') })] },
      /'other' of kind 'lab:thing' refers to kind 'shop:nothing', which module 'shop' does not declare/,
    ],
    [
      'a requirement that is not installed',
      { ...base, name: 'lab', requires: ['garage'] },
      /'lab' requires module 'garage', which is not installed/,
    ],
    [
      'a contract out of range',
      { ...base, name: 'lab', contract: '^2.0.0' },
      /'lab' is written for contract \^2\.0\.0, this kernel has 1\.2\.0/,
    ],
    [
      'a field named like a column',
      { ...base, name: 'lab', kinds: [kind('lab:thing', { version: Field.integer() })] },
      /'lab:thing' has field 'version', which every record has itself/,
    ],
    [
      'an index on a field that is not there',
      { ...base, name: 'lab', kinds: [{ ...kind('lab:thing'), index: ['nothing'] }] },
      /'lab:thing' mentions field 'nothing'/,
    ],
    [
      'a lifecycle that names an unknown action',
      {
        ...base,
        name: 'lab',
        kinds: [
          {
            ...kind('lab:thing', { state: Field.enum(['a', 'b']) }),
            lifecycle: { field: 'state', initial: 'a', states: { a: { to: { b: ['lab:nothing'] } }, b: { to: {} } } },
          },
        ],
      },
      /names action 'lab:nothing', which no module declares/,
    ],
    [
      'a subscription to an event that its module lacks',
      {
        ...base,
        name: 'lab',
        subscriptions: [{ id: 'follow', event: 'shop.item.lost', run: () => Promise.resolve() }],
      },
      /Subscription 'follow' of module 'lab' reacts to event 'shop.item.lost', which module 'shop' does not declare/,
    ],
    [
      'two subscriptions of one name',
      {
        ...base,
        name: 'lab',
        subscriptions: ['shop.item.taken', 'shop.item.changed'].map((name) => ({
          id: 'follow',
          event: name,
          run: () => Promise.resolve(),
        })),
      },
      /'lab' has subscription 'follow' twice/,
    ],
    [
      'a sweep of records of another module',
      {
        ...base,
        name: 'lab',
        sweeps: [{ id: 'lapse', kind: shelf, at: 'name', run: () => Promise.resolve() }],
      },
      /Sweep 'lapse' of module 'lab' uses kind 'shop:\w+', which 'lab' does not declare/,
    ],
    [
      'a default wire on an event that its module lacks',
      { ...base, name: 'lab', wires: [{ key: 'restock', name: 'x', event: 'shop.item.lost', action: 'shop:take' }] },
      /Default wire 'restock' of module 'lab' reacts to event 'shop.item.lost', which module 'shop' does not declare/,
    ],
    [
      'a default wire to an action that its module lacks',
      { ...base, name: 'lab', wires: [{ key: 'restock', name: 'x', event: 'shop.item.taken', action: 'shop:burn' }] },
      /Default wire 'restock' of module 'lab' runs action 'shop:burn', which module 'shop' does not declare/,
    ],
    [
      'a default wire with a key that is no name',
      { ...base, name: 'lab', wires: [{ key: 'Re stock', name: 'x', event: 'shop.item.taken', action: 'shop:take' }] },
      /'lab' has default wire 'Re stock'; name it in lower-case letters/,
    ],
    [
      'a connector that another module has',
      { ...base, name: 'lab', connectors: [connector('till')] },
      /The connector 'till' is declared twice, by 'shop' and 'lab'/,
    ],
    [
      'a connector with an id that cannot stand in a URL',
      { ...base, name: 'lab', connectors: [connector('Big Till')] },
      /'lab' declares connector 'Big Till'; name it in lower-case letters, digits and dashes/,
    ],
    [
      'a connector that emits an event of another module',
      { ...base, name: 'lab', connectors: [connector('scale', { events: [event('shop.item.taken')] })] },
      /Connector 'scale' emits event 'shop.item.taken', which module 'lab' does not declare/,
    ],
    [
      'a connector configured with a record of a kind that its module lacks',
      {
        ...base,
        name: 'lab',
        connectors: [connector('scale', { config: Type.Object({ at: Field.ref('shop:nothing') }) })],
      },
      /'at' of the configuration of connector 'scale' refers to kind 'shop:nothing', which module 'shop' does not declare/,
    ],
    [
      'a channel that another module has',
      { ...base, name: 'lab', channels: [channel('bell')] },
      /The channel 'bell' is declared twice, by 'shop' and 'lab'/,
    ],
    [
      'a channel with a type of another form',
      { ...base, name: 'lab', channels: [channel('Big Bell')] },
      /'lab' declares channel 'Big Bell'; name it in lower-case letters, digits and dashes/,
    ],
    [
      'a type that JSON Schema does not know',
      { ...base, name: 'lab', kinds: [kind('lab:thing', { on: Type.Unsafe({ type: 'Date' }) })] },
      /fields of kind 'lab:thing' have type 'Date', which JSON Schema does not know.* at '\/properties\/on'/,
    ],
    [
      'a type of fields that does not exist',
      {
        ...base,
        name: 'lab',
        kinds: [kind('lab:thing', { on: Type.Unsafe({ type: 'string', 'x-type': 'nonsense' }) })],
      },
      /fields of kind 'lab:thing' have x-type 'nonsense'/,
    ],
    [
      'a format that is not known',
      {
        ...base,
        name: 'lab',
        actions: [action('lab:act', { input: Type.Object({ a: Type.Unsafe({ format: 'sku' }) }) })],
      },
      /input of action 'lab:act' have format 'sku', which is not known.* at '\/properties\/a'/,
    ],
    [
      'a tuple as in draft 7',
      {
        ...base,
        name: 'lab',
        actions: [action('lab:act', { output: Type.Unsafe({ type: 'array', items: [{ type: 'string' }] }) })],
      },
      /output of action 'lab:act' have a list as 'items'/,
    ],
    [
      'an action without effects',
      { ...base, name: 'lab', actions: [action('lab:act', { effects: {} })] },
      /'lab:act' does not state 'destructive' of its effects.*\n.*'idempotent'.*\n.*'readOnly'/,
    ],
    [
      'an action without an example',
      { ...base, name: 'lab', actions: [action('lab:act', { example: undefined })] },
      /'lab:act' has no example/,
    ],
    [
      'an example that its input refuses',
      {
        ...base,
        name: 'lab',
        actions: [
          action('lab:act', {
            input: Type.Object({ qty: Type.Integer() }),
            example: { title: 'x', input: { qty: 'two' } },
          }),
        ],
      },
      /example of action 'lab:act' does not fit its schema at '\/qty'/,
    ],
    [
      'an example that the payload of its event refuses',
      { ...base, name: 'lab', events: [{ ...event('lab.thing.done'), payload: Type.Object({ a: Type.String() }) }] },
      /example of event 'lab.thing.done' does not fit its schema at '\/a'/,
    ],
    [
      'the scope of the kernel',
      { ...base, name: 'records', scopes: [scope('records:read')] },
      /'records' declares scope 'records:read', which is the kernel's/,
    ],
    [
      'keyed addresses without a scope',
      { ...base, name: 'lab', routes: [keyed] },
      /'getLabWindow' of module 'lab' is keyed with scope 'lab:window'; declare that scope/,
    ],
    [
      'keyed addresses whose scope opens more',
      { ...base, name: 'lab', routes: [keyed], scopes: [scope('lab:window', 'getLabWindow', 'getLab')] },
      /'getLabWindow' of module 'lab' is keyed with scope 'lab:window'; declare that scope/,
    ],
    [
      'keyed addresses that change something',
      { ...base, name: 'lab', routes: [{ ...keyed, method: 'POST' }], scopes: [scope('lab:window', 'getLabWindow')] },
      /'getLabWindow' of module 'lab' is keyed, but is of method POST/,
    ],
    [
      'an operation that another module has',
      { ...base, name: 'lab', routes: [route('getShopWindow')] },
      /The operation 'getShopWindow' is declared twice, by 'shop' and 'lab'/,
    ],
    [
      'a notification that says what the payload does not have',
      { ...base, name: 'lab', events: [notifying({ message: '{thingName} is done in {orgId}' })] },
      /The notification of event 'lab.thing.done' uses '{thingName}', which its payload does not have/,
    ],
    [
      'a notification for somebody whom the payload does not have',
      { ...base, name: 'lab', events: [notifying({ message: 'Done', recipients: 'userIds' })] },
      /The notification of event 'lab.thing.done' takes its recipients from 'userIds', which its payload does not have/,
    ],
  ])('refuses %s, naming both parties and a remedy', (_, module, message) => {
    const faults = faultsOf(
      { ...shop, connectors: [connector('till')], channels: [channel('bell')], routes: [route('getShopWindow')] },
      module,
    );

    expect(faults.join('\n')).toMatch(message);
    for (const fault of faults) expect(fault).toMatch(REMEDY);
  });

  it('looks at schemas and examples once for modules that are checked, and at what modules have of each other each time', () => {
    const checked: ModuleDefinition = {
      ...base,
      name: 'lab',
      requires: ['shop'],
      kinds: [kind('lab:thing', { on: Type.Unsafe({ type: 'Date' }) })],
    };
    expect(() => createRegistry([shop, checked])).toThrow(/'Date'/);
    expect(createRegistry([shop, checked], new Set([checked])).kinds.has('lab:thing')).toBe(true);
    expect(() => createRegistry([checked], new Set([checked]))).toThrow(/requires module 'shop'/);
  });
});
