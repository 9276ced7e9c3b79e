import { Field } from '@cubit/core';
import { Type, type Static } from 'typebox';

const OPERATORS = ['==', '!=', '<', '<=', '>', '>='] as const;
const closed = { additionalProperties: false };

const onEvent = Type.Object({ event: Type.String({ minLength: 1, maxLength: 200 }) }, closed);
const onField = Type.Object(
  {
    field: Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' }),
    op: Type.Unsafe<(typeof OPERATORS)[number]>({ type: 'string', enum: [...OPERATORS] }),
    value: Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean(), Type.Null()]),
  },
  closed,
);

/** When something that a task needs is there: an event told of it, or a field of it has come so far. */
export const conditionSchema = Field.json(Type.Union([onEvent, onField]), {
  description: '`{event}`, the name of an event, or `{field, op, value}`, which is compared with the record.',
});
export type Condition = Static<typeof conditionSchema>;

interface Occasion {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Name of the event that is the occasion to look; absent: there is none. */
  readonly event?: string | undefined;
}

/** Whether what is needed is there. Without a condition it is, once somebody says so. */
export function holds(condition: Condition | undefined, { fields, event }: Occasion): boolean {
  if (condition === undefined) return true;
  if ('event' in condition) return condition.event === event;
  return compare(fields[condition.field] ?? null, condition);
}

/** Of one type, or not comparable: `false`, as in a filter. An absent field is `null`. */
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
