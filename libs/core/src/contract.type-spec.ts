/**
 * What the types of the contract promise. Not run: compiled. Each promise has a legal twin, or it could fail for the wrong reason.
 */
import { type Static, Type } from 'typebox';
import { defineAction } from './contract/action.js';
import { defineChannel } from './contract/channel.js';
import { defineConnector } from './contract/connector.js';
import { defineEvent } from './contract/event.js';
import { Field } from './contract/field.js';
import { defineJob } from './contract/job.js';
import { defineKind } from './contract/kind.js';
import { defineModule } from './contract/module.js';
import { defineSweep } from './contract/sweep.js';
import type { KindHookContext, ModuleContext } from './contract/context.js';
import type { SubscriptionDefinition } from './contract/subscription.js';
import { defineModuleRoute } from './routes/module-route.js';

const base = { version: '1.0.0', contract: '^1.0.0', title: 'Lab', description: 'For the types.' } as const;
const thing = defineKind({
  id: 'lab:thing',
  title: ['Thing', 'Things'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), qty: Field.decimal() }),
});
const other = defineKind({
  id: 'garage:thing',
  title: ['Thing', 'Things'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text() }),
});
const done = defineEvent({
  name: 'lab.thing.done',
  title: 'Done',
  payload: Type.Object({ thingId: Type.String() }),
  example: { thingId: 'x' },
});
const undeclared = defineEvent({ name: 'lab.thing.lost', title: 'Lost', payload: Type.Object({}), example: {} });

const common = {
  title: 'Act',
  output: Type.Null(),
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'Act', input: {} },
} as const;
const act = defineAction({
  ...common,
  id: 'lab:act',
  appliesTo: [thing],
  input: Type.Object({ qty: Type.Number() }),
  emits: [done],
  run(context, target, input) {
    context.emit(done, { thingId: target.id });
    // @ts-expect-error an event that the action does not list
    context.emit(undeclared, {});
    // @ts-expect-error a payload off its schema
    context.emit(done, { thingId: 1 });
    const sum: number = target.fields.qty + input.qty;
    // @ts-expect-error a field that the kind does not have
    void target.fields.colour;
    // @ts-expect-error a member that the input does not have
    void input.colour;
    void context.records.update(thing, target.id, { qty: sum });
    // @ts-expect-error a value of the wrong type
    void context.records.update(thing, target.id, { qty: 'two' });
    // @ts-expect-error a request to another system within a transaction
    void context.fetch('https://api.example.com/');
    return Promise.resolve(null);
  },
});
const actOnUndeclared = defineAction({
  ...common,
  id: 'lab:lose',
  appliesTo: 'workspace',
  input: Type.Object({}),
  emits: [undeclared],
  run: () => Promise.resolve(null),
});

defineModule({ ...base, name: 'lab', kinds: [thing], events: [done], actions: [act] });
// @ts-expect-error a kind outside its module's prefix
defineModule({ ...base, name: 'lab', kinds: [other] });
defineModule({ ...base, name: 'garage', kinds: [other] });
// @ts-expect-error an event outside its module's prefix
defineModule({ ...base, name: 'garage', events: [done] });
// @ts-expect-error an action that emits an event which the module does not declare
defineModule({ ...base, name: 'lab', events: [done], actions: [actOnUndeclared] });
defineModule({ ...base, name: 'lab', events: [done, undeclared], actions: [actOnUndeclared] });

defineAction({
  ...common,
  id: 'lab:x',
  // @ts-expect-error a kind that is no kind
  appliesTo: ['lab:thing'],
  input: Type.Object({}),
  emits: [],
  run: () => Promise.resolve(null),
});
defineAction({
  ...common,
  id: 'lab:x',
  appliesTo: 'any',
  input: Type.Object({}),
  emits: [],
  run: () => Promise.resolve(null),
});
defineAction({
  ...common,
  // @ts-expect-error an id without a module
  id: 'act',
  appliesTo: 'any',
  input: Type.Object({}),
  emits: [],
  run: () => Promise.resolve(null),
});
defineAction({
  ...common,
  id: 'lab:x',
  appliesTo: 'any',
  input: Type.Object({}),
  emits: [],
  // @ts-expect-error an answer off the output's schema
  run: () => Promise.resolve('text'),
});
// @ts-expect-error an event's name with two parts
defineEvent({ name: 'thing.done', title: 'Done', payload: Type.Object({}), example: {} });
defineKind({
  id: 'lab:other',
  title: ['Thing', 'Things'],
  // @ts-expect-error a title taken from a field that is not there
  titleField: 'label',
  fields: Type.Object({ name: Field.text() }),
});

const connector = {
  title: 'Lab machine',
  description: 'For the types.',
  config: Type.Object({ bench: Type.Integer() }),
  verify: (): true => true,
} as const;
const machine = defineConnector({
  ...connector,
  id: 'lab-machine',
  events: [done],
  translate({ integration }) {
    const bench: number = integration.config.bench;
    // @ts-expect-error a member that the configuration does not have
    void integration.config.shelf;
    return { deliveryId: null, events: [{ event: done, payload: { thingId: 'x' } }], signal: { bench } };
  },
  receive(context, signal, integration) {
    context.emit(done, { thingId: String(signal.bench + integration.config.bench) });
    // @ts-expect-error an event that the connector does not list
    context.emit(undeclared, {});
    // @ts-expect-error a member that the signal does not have
    void signal.shelf;
    return Promise.resolve(undefined);
  },
});
defineConnector({
  ...connector,
  id: 'lab-machine',
  events: [done],
  // @ts-expect-error an event that the connector does not list
  translate: () => ({ deliveryId: null, events: [{ event: undeclared, payload: {} }] }),
});
defineConnector({
  ...connector,
  id: 'lab-machine',
  events: [done],
  // @ts-expect-error a payload off its schema
  translate: () => ({ deliveryId: null, events: [{ event: done, payload: { thingId: 1 } }] }),
});
defineConnector({
  ...connector,
  id: 'lab-machine',
  events: [done, undeclared],
  translate: () => ({ deliveryId: null, events: [{ event: undeclared, payload: {} }] }),
});
defineModule({ ...base, name: 'lab', events: [done], connectors: [machine] });
// @ts-expect-error a connector whose event the module does not declare
defineModule({ ...base, name: 'lab', events: [undeclared], connectors: [machine] });
defineSweep({ id: 'lapse', kind: thing, at: 'name', run: () => Promise.resolve() });
// @ts-expect-error a field that the kind does not have
defineSweep({ id: 'lapse', kind: thing, at: 'lapses_at', run: () => Promise.resolve() });

const channel = {
  title: 'Lab horn',
  description: 'For the types.',
  config: Type.Object({ volume: Type.Integer() }),
  show: (config: { volume: number }) => config,
} as const;
const horn = defineChannel({
  ...channel,
  type: 'lab-horn',
  async send(context, config, { message }) {
    const volume: number = config.volume;
    // @ts-expect-error a member that the configuration does not have
    void config.pitch;
    const { status } = await context.post({ url: 'https://horn.example.org', body: { message, volume } });
    return { delivered: status < 300, status, error: null };
  },
});
defineModule({ ...base, name: 'lab', channels: [horn] });
defineChannel({
  ...channel,
  type: 'lab-horn',
  // @ts-expect-error an outcome that does not say whether it was delivered
  send: () => Promise.resolve({ status: 200, error: null }),
});

const settings = Type.Object({ limit: Field.integer({ default: 3 }), key: Field.secret() });
type Settings = Static<typeof settings>;
const limitOf = ({ settings: { limit } }: ModuleContext<never, Settings>): number => limit;
defineAction({
  ...common,
  id: 'lab:limit',
  appliesTo: [thing],
  input: Type.Object({}),
  emits: [done],
  settings,
  lookup: (context) => Promise.resolve(context.settings.limit),
  available: ({ fields }, { found, settings: { limit } }) => fields.qty < Math.max(found, limit) || 'too many',
  run(context, target) {
    const limit: number = context.settings.limit;
    const key: string | null = context.settings.key;
    // @ts-expect-error a secret that nobody has set is null
    void key.length;
    // @ts-expect-error a setting that the module does not declare
    void context.settings.bound;
    // @ts-expect-error settings are changed by administrators alone
    context.settings.limit = limit + limitOf(context);
    context.emit(done, { thingId: target.id });
    // @ts-expect-error an event that the action does not list
    context.emit(undeclared, {});
    return Promise.resolve(null);
  },
});
defineAction({
  ...common,
  id: 'lab:loose',
  appliesTo: 'workspace',
  input: Type.Object({}),
  emits: [],
  run(context) {
    const limit: unknown = context.settings['limit'];
    // @ts-expect-error settings have no types where their schema is not named
    limitOf(context);
    return Promise.resolve(limit === null ? null : null);
  },
});
const refuseMany = ({ settings: { limit } }: KindHookContext<Settings>, quantities: readonly number[]): boolean =>
  quantities.some((qty) => qty > limit);
const limited = defineKind({
  id: 'lab:limited',
  title: ['Thing', 'Things'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), qty: Field.decimal() }),
  settings,
  beforeWrite(context, drafts) {
    refuseMany(
      context,
      drafts.map(({ fields }) => fields.qty),
    );
    // @ts-expect-error a setting that the module does not declare
    void context.settings.bound;
  },
  onWrite: (context) => Promise.resolve(void context.settings.limit.toFixed()),
});
const limitRoute = defineModuleRoute({
  operationId: 'getLimit',
  method: 'GET',
  path: '/limit',
  summary: 'Get the limit',
  responses: { 200: { description: 'The limit.' } },
  settings,
  handler: ({ transaction }) =>
    transaction((context) => {
      // @ts-expect-error a setting that the module does not declare
      void context.settings.bound;
      return Promise.resolve({ status: 200, body: limitOf(context) });
    }),
});
const remind = defineJob({
  id: 'lab:remind',
  input: Type.Object({ thing: Type.String() }),
  settings,
  async run({ fetch, transaction, settings: { limit } }, input) {
    const { status } = await fetch(`https://api.example.com/${input.thing}`);
    // @ts-expect-error a member that the input does not have
    void input.colour;
    // @ts-expect-error a setting that the module does not declare
    void (await transaction((context) => Promise.resolve(context.settings.bound)));
    await transaction((context) => Promise.resolve(limitOf(context) + limit + status));
  },
});
const enqueueing = ({ enqueue }: ModuleContext) => {
  enqueue(remind, { thing: 'x' }, { key: 'x' });
  // @ts-expect-error input off its schema
  enqueue(remind, { thing: 1 });
};
void enqueueing;
defineModule({ ...base, name: 'lab', settings, jobs: [remind] });
// @ts-expect-error a job outside its module's prefix
defineModule({ ...base, name: 'garage', settings, jobs: [remind] });
const lapse = defineSweep({
  id: 'lapse',
  kind: limited,
  at: 'name',
  settings,
  leadMs: ({ limit }) => limit,
  run: (context) => Promise.resolve(void limitOf(context)),
});
const onDone: SubscriptionDefinition<Settings> = {
  id: 'done',
  event: 'lab.thing.done',
  settings,
  run: (context) => Promise.resolve(void limitOf(context)),
};
const limitedMachine = defineConnector({
  ...connector,
  id: 'lab-limited',
  events: [done],
  settings,
  translate: () => ({ deliveryId: null, signal: 1 }),
  receive: (context, signal) => Promise.resolve(signal > limitOf(context) ? { ignored: 'too many' } : undefined),
});
defineModule({
  ...base,
  name: 'lab',
  kinds: [limited],
  events: [done],
  settings,
  routes: [limitRoute],
  sweeps: [lapse],
  subscriptions: [onDone],
  connectors: [limitedMachine],
});
