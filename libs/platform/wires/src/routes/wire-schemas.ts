import { causeSchema, workspaceParam } from '@cubit/core/host';
import { idParam, pageQuery } from '@cubit/core';
import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { WIRE_MODES, type WireMode } from '../tables/schema.js';

export const TAG = 'Wires';
export const WIRES_PATH = '/api/v1/orgs/{workspace}/wires';

const NAME_LENGTH = 200;
const MAX_RATE_CAP = 1_000_000;

export const strict = <Properties extends TProperties>(
  properties: Properties,
  { description }: { readonly description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...(description !== undefined && { description }) });
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const id = (description: string) => Type.String({ format: 'uuid', description });
const instant = Type.String({ format: 'date-time' });

export const wireParams = strict({ workspace: workspaceParam, id: idParam('Id of the wire.') });
export const runParams = strict({
  workspace: workspaceParam,
  id: idParam('Id of the wire.'),
  run: idParam('Id of the run.'),
});

/** Fields that clients write. The handler checks the expressions, because it can report the position of a fault. */
const writableFields = {
  name: Type.String({ minLength: 1, maxLength: NAME_LENGTH }),
  event: Type.String({
    maxLength: NAME_LENGTH,
    description: 'Name of a declared event of an enabled module.',
    examples: ['inventory.stock.low'],
  }),
  action: Type.String({ maxLength: NAME_LENGTH, description: 'Id of an action.', examples: ['inventory:use'] }),
  condition: nullable(
    Type.String({
      description:
        'CEL expression over `event`, `record` (the record that the event is about) and `workspace`. Null: always true.',
      examples: ['event.payload.available < 5'],
    }),
  ),
  record: nullable(
    Type.String({
      description:
        'CEL expression that returns the id of the target, or a list of ids (100 at most, one run each). Null if the action takes no record.',
      examples: ['event.payload.partId'],
    }),
  ),
  input: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    description:
      'Input of the action. Strings may contain `${CEL}`; a string that is a single `${...}` keeps the type of the value, and `$${` stands for the characters `${`. `target` is the id of the target record of the run.',
    examples: [{ qty: '${event.payload.shortfall}' }],
  }),
  enabled: Type.Boolean({
    description: 'Whether the wire reacts to events. Pending runs of a disabled wire are skipped.',
  }),
  paused: Type.Boolean({
    description: 'A paused wire does not react to events, and its pending runs wait until it is resumed.',
  }),
  mode: Type.Unsafe<WireMode>({
    type: 'string',
    enum: [...WIRE_MODES],
    description:
      '`parallel`: runs execute concurrently; `queued`: one at a time, in commit order; `single`: one at a time for each record that the ' +
      'event is about, and never as a consequence of its own run for that record.',
  }),
  trace: Type.Boolean({ description: 'Keeps a skipped run when the condition is false.' }),
  rate_cap: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RATE_CAP,
      description: 'Maximum runs per minute; the wire trips when it is exceeded. Null: the default of the instance.',
    }),
  ),
};

export const newWire = strict({
  name: writableFields.name,
  event: writableFields.event,
  action: writableFields.action,
  condition: Type.Optional(writableFields.condition),
  record: Type.Optional(writableFields.record),
  input: Type.Optional(writableFields.input),
  enabled: Type.Optional(writableFields.enabled),
  paused: Type.Optional(writableFields.paused),
  mode: Type.Optional(writableFields.mode),
  trace: Type.Optional(writableFields.trace),
  rate_cap: Type.Optional(writableFields.rate_cap),
});

export const wirePatch = strict({
  ...Object.fromEntries(Object.entries(writableFields).map(([name, schema]) => [name, Type.Optional(schema)])),
  input: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description: 'JSON merge patch of the input.' }),
  ),
  created_by: Type.Optional(id('Your own id: the wire then acts as you.')),
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

/** A wire in the archive of a workspace. */
export const wireLine = strict({
  id: id('Id of the wire.'),
  ...writableFields,
  default: nullable(defaultKey),
  created_at: instant,
  updated_at: instant,
});
export type WireLine = Static<typeof wireLine>;

/** A default wire that a workspace had, in its archive. */
export const defaultWireLine = strict({
  ...defaultKey.properties,
  wire_id: id('Id of the wire.'),
  installed_at: instant,
});
export type DefaultWireLine = Static<typeof defaultWireLine>;

export const warning = strict({ path: Type.String(), code: Type.String(), message: Type.String() });

export const wireSchema = Type.Object(
  {
    id: id('Id of the wire.'),
    ...writableFields,
    default: nullable(defaultKey),
    blocked: nullable(
      strict({
        reason: Type.String(),
        module: Type.String({ description: 'The module that is not enabled or not installed.' }),
      }),
    ),
    tripped: nullable(
      strict({
        at: instant,
        rate_cap: Type.Integer({ description: 'The cap that was exceeded, in runs per minute.' }),
      }),
    ),
    created_by: id('Owner of the wire. The wire acts as this user, with the role that they have at that time.'),
    created_at: instant,
    updated_at: instant,
    last_run_at: nullable(instant),
    run_count: Type.Integer({ description: 'Runs that succeeded or failed.' }),
    failure_count: Type.Integer({ description: 'Runs that failed permanently.' }),
    warnings: Type.Optional(
      Type.Array(warning, {
        description: 'Only in responses to create and update: settings that are valid but probably not intended.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'Wire' },
);

export const RUN_STATES = ['pending', 'running', 'succeeded', 'skipped', 'failed'] as const;
const runState = Type.Unsafe<(typeof RUN_STATES)[number]>({ type: 'string', enum: [...RUN_STATES] });

export const runError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  details: Type.Optional(Type.Array(warning)),
});

const subject = nullable(
  strict({ kind: Type.String(), id: id('A record.') }, { description: 'The record that the event is about.' }),
);

const run = {
  id: id('Id of the run; a retry keeps it.'),
  wire_id: nullable(id('Null for a run of a subscription (module code).')),
  subscription: nullable(
    Type.String({ description: '`<module>/<name>` of the subscription; null for a run of a wire.' }),
  ),
  event_id: id('Id of the event.'),
  event: nullable(Type.String({ description: 'Name of the event; null if the event has been deleted.' })),
  subject,
  record_id: nullable(
    id(
      'Id of the target, set once it is known, even if the run failed. Null if the action takes no record or the run was split.',
    ),
  ),
  state: runState,
  held: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['paused', 'blocked'],
      description: 'Why a pending run cannot start: its wire is paused, or a module that it needs is not enabled.',
    }),
  ),
  attempts: Type.Integer(),
  next_attempt_at: nullable(instant),
  error: nullable(runError),
  result: Type.Unsafe<unknown>({ description: 'Result of the action; null until the run succeeds.' }),
  depth: Type.Integer({ description: 'Number of runs in the chain of causes, including this run.' }),
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
        run_id: id('A run in the chain of causes.'),
        wire_id: nullable(id('Its wire.')),
        wire_name: nullable(Type.String()),
        subscription: nullable(Type.String()),
        event_id: id('The event that triggered it.'),
        event: nullable(Type.String()),
        subject,
      }),
      { description: 'The chain of causes, from the first run to the direct cause of this run.' },
    ),
    effects: Type.Array(
      strict({
        event_id: id('An event that the run emitted.'),
        event: Type.String(),
        occurred_at: instant,
        subject,
        runs: Type.Array(
          strict({
            run_id: id('A run that the event triggered.'),
            wire_id: nullable(id('Its wire.')),
            wire_name: nullable(Type.String()),
            subscription: nullable(Type.String()),
            state: runState,
          }),
        ),
      }),
      { description: 'The first 100 events that the run emitted, in their order.' },
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
    paused: Type.Boolean({ description: 'No wire of the workspace reacts to events, and pending runs wait.' }),
    paused_by_operator: Type.Boolean({ description: 'The operator has paused all wires of the instance.' }),
  },
  { additionalProperties: false, $id: 'WireSettings' },
);
