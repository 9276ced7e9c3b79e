import { Field } from '@cubit/core';
import { Type, type Static } from 'typebox';

const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
const closed = { additionalProperties: false };

const onEvent = Type.Object({ event: Type.String({ title: 'Event', minLength: 1, maxLength: 200 }) }, closed);
const onField = Type.Object(
  {
    field: Type.String({ title: 'Field', pattern: '^[a-z][a-z0-9_]{0,62}$' }),
    op: Type.Unsafe<(typeof OPERATORS)[number]>({ title: 'Comparison', type: 'string', enum: [...OPERATORS] }),
    value: Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean(), Type.Null()], {
      title: 'Value',
    }),
  },
  closed,
);

/** When a dependency on a record is satisfied: an event named the record, or a field of it meets a comparison. */
export const conditionSchema = Field.json(Type.Union([onEvent, onField]), {
  title: 'Until',
  description:
    'Either `{event}`, the name of an event, or `{field, op, value}`, a comparison with a field of the record.',
});
export type Condition = Static<typeof conditionSchema>;

interface ConditionContext {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Name of the event that triggered the check, if any. */
  readonly event?: string | undefined;
}

/** Whether the condition is met. No condition is always met: `projects:satisfy` decides. */
export function isMet(condition: Condition | undefined, { fields, event }: ConditionContext): boolean {
  if (condition === undefined) return true;
  if ('event' in condition) return condition.event === event;
  return compare(fields[condition.field] ?? null, condition);
}

/** Values of different types are not comparable: `false`, as in filters. An absent field is `null`. */
function compare(found: unknown, { op, value }: Extract<Condition, { readonly field: string }>): boolean {
  if (op === '==') return found === value;
  if (op === '!=') return found !== value;
  if (typeof found === 'number' && typeof value === 'number') return isOrdered(found - value, op);
  if (typeof found === 'string' && typeof value === 'string')
    return isOrdered(found < value ? -1 : Number(found > value), op);
  return false;
}

function isOrdered(difference: number, op: '<' | '<=' | '>' | '>='): boolean {
  if (difference === 0) return op === '<=' || op === '>=';
  return difference < 0 ? op.startsWith('<') : op.startsWith('>');
}
