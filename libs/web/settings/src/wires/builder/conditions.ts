import { typeHolds } from '@cubit/web-contract';
import {
  conditionText,
  FIELD_FILTERS,
  filterParts,
  joinFilter,
  type Joint,
  jointOf,
  type Operator,
} from '@cubit/web-records/filters';
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
  /** What is asked for: the line was added, or its field chosen just now. */
  readonly asks?: 'field' | 'value';
}

/** A condition line by line. */
export interface Lines {
  /** Whether all of them must be true, or any. */
  readonly joint: Joint;
  readonly lines: readonly Line[];
}

/** The lines of a condition. What is not a field compared with a value is an expression. */
export function linesOf(condition: string, fields: readonly EventField[]): Lines {
  const joint = jointOf(condition);
  const lines = filterParts(condition, joint).map(({ text, field: name, operator, value }, key): Line => {
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
  return { joint, lines };
}

/** Money is compared by its amount. */
const nameOf = ({ expression, type }: Pick<EventField, 'expression' | 'type'>) =>
  typeHolds(type, 'money') ? `${expression}.amount` : expression;

const readValue = ({ type }: EventField, text: string): unknown =>
  typeHolds(type, 'boolean') ? text === 'true' : text;

/** The expression of a line; undefined while it is not complete. */
export function lineText(line: Line): string | undefined {
  const { field, operator, value, text, isExpression } = line;
  if (isExpression) return text.trim() === '' ? undefined : text;
  if (!field || !operator || !isCompared(field.type) || isUnfinished(line)) return undefined;
  return conditionText({ name: field.expression, type: field.type }, operator, String(value ?? ''));
}

export const needsValue = (operator: Operator): boolean => operator !== 'set' && operator !== 'empty';

/** The condition that the complete lines make; empty for always. */
export function conditionOf({ joint, lines }: Lines): string {
  return joinFilter(lines.map(lineText), joint);
}

/** Whether the field of a line was chosen, and its value not yet. */
export function isUnfinished({ field, operator, value }: Line | KeptLines['lines'][number]): boolean {
  if (field === undefined) return false;
  return !operator || (needsValue(operator) && (value === undefined || value === null || value === ''));
}

/** Lines as a draft keeps them: fields by the expressions that read them. */
export interface KeptLines {
  readonly joint: Joint;
  readonly lines: readonly (Omit<Line, 'field' | 'asks'> & { readonly field?: string | undefined })[];
}

/** What a draft keeps of lines besides the condition that they make; undefined where that says it all. */
export function keptLines({ joint, lines }: Lines): KeptLines | undefined {
  const complete = lines.filter((line) => lineText(line) !== undefined);
  const saysJoint = joint === 'all' || complete.length > 1;
  if (complete.length === lines.length && saysJoint) return undefined;
  return { joint, lines: lines.map(({ field, asks: _, ...line }) => ({ ...line, field: field?.expression })) };
}

/** The kept lines, or those of the condition. A line whose field the event has no more is empty. */
export function shownLines(condition: string, kept: KeptLines | undefined, fields: readonly EventField[]): Lines {
  if (!kept) return linesOf(condition, fields);
  const lines = kept.lines.map(({ field: name, ...line }): Line => {
    const field = fields.find(({ expression }) => expression === name);
    return { ...line, field };
  });
  return { joint: kept.joint, lines };
}
