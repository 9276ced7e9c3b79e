import { typeHolds } from '@cubit/web-contract';
import { conditionText, FIELD_FILTERS, filterParts, joinFilter, type Operator } from '@cubit/web-records/filters';
import type { EventField } from './event-fields.js';

/** Whether a condition can compare values of the type. */
export function isCompared(type: string): type is keyof typeof FIELD_FILTERS {
  return Object.hasOwn(FIELD_FILTERS, type);
}

/** The comparisons that make sense for a field. */
export const operatorsOf = (field: EventField | undefined): readonly Operator[] =>
  field && isCompared(field.type) ? FIELD_FILTERS[field.type].operators : [];

/** A line of the condition: a field, an operator and a value, or an expression. */
export interface Line {
  readonly key: number;
  /** Undefined for an expression. */
  readonly field?: EventField | undefined;
  readonly operator?: Operator | undefined;
  readonly value: unknown;
  /** As it was read, or the expression. */
  readonly text: string;
  readonly isExpression: boolean;
  /** Its field was chosen just now, so its value is asked for. */
  readonly asksValue?: boolean;
}

/** The lines of a condition. What is not a field compared with a value is an expression. */
export function linesOf(condition: string, fields: readonly EventField[]): readonly Line[] {
  return filterParts(condition).map(({ text, field: name, operator, value }, key) => {
    const field = fields.find(({ expression, type }) => name === nameOf({ expression, type }));
    const isKnown = operator && operatorsOf(field).includes(operator);
    if (!field || !isKnown) return { key, text, value: undefined, isExpression: true };
    return {
      key,
      text,
      field,
      operator,
      value: value === undefined ? undefined : readValue(field, value),
      isExpression: false,
    };
  });
}

/** Money is compared by its amount. */
const nameOf = ({ expression, type }: Pick<EventField, 'expression' | 'type'>) =>
  typeHolds(type, 'money') ? `${expression}.amount` : expression;

const readValue = ({ type }: EventField, text: string): unknown =>
  typeHolds(type, 'boolean') ? text === 'true' : text;

/** The expression of a line; undefined while it is not complete. */
export function lineText({ field, operator, value, text, isExpression }: Line): string | undefined {
  if (isExpression) return text.trim() === '' ? undefined : text;
  if (!field || !operator || !isCompared(field.type)) return undefined;
  if (needsValue(operator) && (value === undefined || value === null || value === '')) return undefined;
  return conditionText({ name: field.expression, type: field.type }, operator, String(value ?? ''));
}

export const needsValue = (operator: Operator): boolean => operator !== 'set' && operator !== 'empty';

/** The condition that the complete lines make; empty for always. */
export function conditionOf(lines: readonly Line[]): string {
  return joinFilter(lines.map(lineText));
}
