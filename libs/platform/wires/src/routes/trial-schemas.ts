import { Type } from 'typebox';
import { newWire, nullable, runError, strict, warning } from './wire-schemas.js';

const part = strict({
  text: Type.String({ description: 'As it stands in the condition.' }),
  depth: Type.Integer({ description: '0 for the whole condition, 1 for the parts that its operator joins.' }),
  operator: nullable(
    Type.Unsafe<'and' | 'or' | 'not'>({
      type: 'string',
      enum: ['and', 'or', 'not'],
      description: 'What joins the parts that follow one level deeper.',
    }),
  ),
  value: nullable(Type.Boolean({ description: 'Null: the part exceeds a limit of the language.' })),
  error: nullable(Type.String()),
  reads: Type.Array(
    strict({
      path: Type.String({ examples: ['event.payload.qty'] }),
      value: Type.Unsafe<unknown>({ description: 'Null if there is none.' }),
    }),
    { description: 'What a part without an operator reads.' },
  ),
});

const records = nullable(Type.Array(Type.String(), { description: 'Ids of the targets.' }));

/** What a wire would do for one event. */
const trialMembers = {
  event_id: nullable(
    Type.String({
      format: 'uuid',
      description: 'The event that was used; null if none has occurred, and the example of its declaration was used.',
    }),
  ),
  condition: nullable(Type.Boolean()),
  parts: nullable(
    Type.Array(part, {
      description:
        'The parts of the condition in the order of the text, each with its value. Null for a wire without a condition.',
    }),
  ),
  records,
  input: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
  result: Type.Unsafe<unknown>({
    description:
      'Result of the action before the rollback; a list if there are several targets. Null if the action did not run.',
  }),
  error: nullable(runError),
};

export const trialSchema = strict(trialMembers);

const MAX_RECENT = 10;

const { event, condition, record, input } = newWire.properties;

/** A wire that is not saved, and the events to try it on. */
export const draftTrialBody = strict({
  event,
  action: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Id of an action. Without one, only the condition is evaluated.',
      examples: ['inventory:use'],
    }),
  ),
  condition,
  record,
  input,
  sample: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of the event to use; by default the latest of its name.' }),
  ),
  recent: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_RECENT,
      description: 'Also answers what the wire would have done for so many of the last events. Default: 0.',
    }),
  ),
  replaces: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of the wire that it would replace: the test has its owner.' }),
  ),
});

/** What a wire would have done for one of the last events. */
const recentTrial = strict({
  event_id: Type.String({ format: 'uuid' }),
  occurred_at: Type.String({ format: 'date-time' }),
  condition: trialMembers.condition,
  records,
  error: nullable(runError),
});

export const draftTrialSchema = strict({
  faults: Type.Array(warning, { description: 'What the creation of the wire would refuse; empty for a valid wire.' }),
  ...trialMembers,
  occurred_at: Type.String({ format: 'date-time', description: 'When the event occurred.' }),
  target_kind: nullable(Type.String({ description: 'Kind of the targets; null if only a run can find it.' })),
  recent: Type.Array(recentTrial, {
    description: 'The last events, newest first. The action runs for one target of each.',
  }),
  warnings: Type.Array(warning, { description: 'Settings that are valid but probably not intended.' }),
});
