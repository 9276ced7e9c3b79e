import { causeSchema, idParam, pageQuery, workspaceParam } from '@cubit/core';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { WIRE_MODES, type WireMode } from '../tables/schema.js';

export const TAG = 'Wires';
export const WIRES_PATH = '/api/v1/orgs/{workspace}/wires';

const NAME_LENGTH = 200;
const MAX_RATE_CAP = 1_000_000;

export const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const id = (description: string) => Type.String({ format: 'uuid', description });
const instant = Type.String({ format: 'date-time' });

export const wireParams = strict({ workspace: workspaceParam, id: idParam('Id of the wire.') });
export const runParams = strict({
  workspace: workspaceParam,
  id: idParam('Id of the wire.'),
  run: idParam('Id of the run.'),
});

/** What somebody says of a wire. Expressions are judged by the handler, which can name the place. */
const written = {
  name: Type.String({ minLength: 1, maxLength: NAME_LENGTH }),
  event: Type.String({
    maxLength: NAME_LENGTH,
    description: 'Name of a declared event of an enabled module.',
    examples: ['inventory.stock.low'],
  }),
  action: Type.String({ maxLength: NAME_LENGTH, description: 'Id of an action.', examples: ['inventory:use'] }),
  condition: nullable(
    Type.String({
      description: 'CEL over `event`, `record` (the one that the event is about) and `workspace`; null: always.',
      examples: ['event.payload.available < 5'],
    }),
  ),
  record: nullable(
    Type.String({
      description:
        'CEL that gives the id of the target, or several (100 at most, one run each); null for an action that needs none.',
      examples: ['event.payload.partId'],
    }),
  ),
  input: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    description:
      'Input of the action. A text may hold `${CEL}`; one that is a single `${...}` keeps the type of the value. `target` is the id of the record that the run is for.',
    examples: [{ qty: '${event.payload.shortfall}' }],
  }),
  enabled: Type.Boolean({ description: 'Whether it reacts. What waits when it is disabled is skipped.' }),
  paused: Type.Boolean({ description: 'It does not react, and what waits goes on waiting until it is resumed.' }),
  mode: Type.Unsafe<WireMode>({
    type: 'string',
    enum: [...WIRE_MODES],
    description:
      '`parallel`: runs side by side; `queued`: one at a time, in the order of commits; `single`: one at a time for each record that the ' +
      'event is about, and never as a consequence of its own run for it.',
  }),
  trace: Type.Boolean({ description: 'Keeps a skipped run where the condition did not hold.' }),
  rate_cap: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RATE_CAP,
      description: 'Runs a minute; beyond that the wire trips. Null: as the instance says.',
    }),
  ),
};

export const newWire = strict({
  name: written.name,
  event: written.event,
  action: written.action,
  condition: Type.Optional(written.condition),
  record: Type.Optional(written.record),
  input: Type.Optional(written.input),
  enabled: Type.Optional(written.enabled),
  paused: Type.Optional(written.paused),
  mode: Type.Optional(written.mode),
  trace: Type.Optional(written.trace),
  rate_cap: Type.Optional(written.rate_cap),
});

export const wirePatch = strict({
  ...Object.fromEntries(Object.entries(written).map(([name, schema]) => [name, Type.Optional(schema)])),
  input: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description: 'Merge patch of the input.' }),
  ),
  created_by: Type.Optional(id('Your own id: the wire acts as you from now on.')),
});

export interface WirePatch {
  readonly name?: string;
  readonly event?: string;
  readonly action?: string;
  readonly condition?: string | null;
  readonly record?: string | null;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly enabled?: boolean;
  readonly paused?: boolean;
  readonly mode?: WireMode;
  readonly trace?: boolean;
  readonly rate_cap?: number | null;
  readonly created_by?: string;
}

const defaultKey = strict({ module: Type.String(), key: Type.String() });

/** A wire as it stands in the archive of a workspace. */
export const wireLine = strict({
  id: id('Id of the wire.'),
  ...written,
  default: nullable(defaultKey),
  created_at: instant,
  updated_at: instant,
});
export type WireLine = Static<typeof wireLine>;

/** A default wire that a workspace has had, as it stands in its archive. */
export const defaultWireLine = strict({
  ...defaultKey.properties,
  wire_id: id('Id of the wire.'),
  installed_at: instant,
});
export type DefaultWireLine = Static<typeof defaultWireLine>;

const warning = strict({ path: Type.String(), code: Type.String(), message: Type.String() });

export const wireSchema = Type.Object(
  {
    id: id('Id of the wire.'),
    ...written,
    default: nullable(defaultKey),
    blocked: nullable(
      strict({ reason: Type.String(), module: Type.String({ description: 'The module that is off.' }) }),
    ),
    tripped: nullable(
      strict({ at: instant, rate_cap: Type.Integer({ description: 'The cap that was exceeded, in runs a minute.' }) }),
    ),
    created_by: id('Whose wire it is: it acts as them, with the role that they hold at that moment.'),
    created_at: instant,
    updated_at: instant,
    last_run_at: nullable(instant),
    run_count: Type.Integer({ description: 'Runs that succeeded or failed.' }),
    failure_count: Type.Integer({ description: 'Runs that failed for good.' }),
    warnings: Type.Optional(
      Type.Array(warning, { description: 'In the answer to a save: what is allowed, and may not be meant.' }),
    ),
  },
  { additionalProperties: false, $id: 'Wire' },
);

export const RUN_STATES = ['pending', 'running', 'succeeded', 'skipped', 'failed'] as const;
const runState = Type.Unsafe<(typeof RUN_STATES)[number]>({ type: 'string', enum: [...RUN_STATES] });

const runError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  details: Type.Optional(Type.Array(warning)),
});

const run = {
  id: id('Id of the run; it keeps it when it is retried.'),
  wire_id: nullable(id('Null for a run of a module’s own code.')),
  subscription: nullable(Type.String({ description: '`<module>/<name>` of a module’s own code.' })),
  event_id: id('Id of the event.'),
  event: nullable(Type.String({ description: 'Name of the event; null where it is no longer kept.' })),
  record_id: nullable(id('The target.')),
  state: runState,
  held: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['paused', 'blocked'],
      description: 'Why a pending run waits for somebody.',
    }),
  ),
  attempts: Type.Integer(),
  next_attempt_at: nullable(instant),
  error: nullable(runError),
  result: Type.Unsafe<unknown>({ description: 'What the action answered; null until it succeeded.' }),
  depth: Type.Integer({ description: 'Runs in the chain of causes, this one included.' }),
  cause: causeSchema,
  created_at: instant,
  started_at: nullable(instant),
  finished_at: nullable(instant),
};

export const runSchema = Type.Object(run, { additionalProperties: false, $id: 'WireRun' });

export const runWithCausesSchema = Type.Object(
  {
    ...run,
    causes: Type.Array(
      strict({
        run_id: id('A run that led to this one.'),
        wire_id: nullable(id('Its wire.')),
        wire_name: nullable(Type.String()),
        subscription: nullable(Type.String()),
        event_id: id('The event that set it off.'),
        event: nullable(Type.String()),
      }),
      { description: 'The chain of causes, from the first run to the one before this.' },
    ),
  },
  { additionalProperties: false, $id: 'WireRunWithCauses' },
);

export const runQuery = {
  ...pageQuery,
  state: Type.Optional(runState),
};

export const settingsSchema = Type.Object(
  {
    paused: Type.Boolean({ description: 'No wire of the workspace reacts, and what waits goes on waiting.' }),
    paused_by_operator: Type.Boolean({ description: 'The same for the whole instance; only its operator changes it.' }),
  },
  { additionalProperties: false, $id: 'WireSettings' },
);
