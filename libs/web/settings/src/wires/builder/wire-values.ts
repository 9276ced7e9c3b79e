import type { UiAction, UiDocument } from '@cubit/web-client';
import { encode, type FormField, fieldsOfSchema, type Values } from '@cubit/web-records/forms';
import type { Wire } from '../wire.js';
import { isUnfinished, type KeptLines } from './conditions.js';
import type { DeclaredAction } from './declared.js';

/** The values of the page. Expressions are texts; empty: none. */
export interface WireValues {
  /** Empty: as `nameFor` says. */
  readonly name: string;
  readonly event: string;
  readonly action: string;
  readonly condition: string;
  /** Lines of the condition as they are written, where it does not say all of them. */
  readonly lines?: KeptLines | undefined;
  /** Undefined: not chosen, so that one may be proposed. */
  readonly record?: string | undefined;
  readonly input: Values;
  /** Names of inputs that were emptied: nothing is proposed for them. */
  readonly emptied?: readonly string[] | undefined;
  readonly mode: Wire['mode'];
}

export function valuesOf(wire: Partial<Wire>): WireValues {
  return {
    name: wire.name ?? '',
    event: wire.event ?? '',
    action: wire.action ?? '',
    condition: wire.condition ?? '',
    ...(wire.id !== undefined && { record: wire.record ?? '' }),
    input: wire.input ?? {},
    mode: wire.mode ?? 'parallel',
  };
}

const NAME_LENGTH = 200;

/** "Stock low: Order a part" */
export function nameFor({ event, action }: WireValues, ui: Pick<UiDocument, 'events' | 'actions'>): string {
  const titles = [
    ui.events.find(({ name }) => name === event)?.title,
    ui.actions.find(({ id }) => id === action)?.title,
  ];
  return titles.filter(Boolean).join(': ').slice(0, NAME_LENGTH);
}

/** The fields of an action's input, with the words of its form. Hidden ones are shown where the wire fills them in. */
export function inputFields(
  { input }: Pick<DeclaredAction, 'input'>,
  form: Pick<UiAction, 'input' | 'ui'> | undefined,
  values: Values,
): readonly FormField[] {
  const hidden = (form?.ui.hidden ?? []).filter((name) => values[name] === undefined);
  const words = new Map(fieldsOfSchema(form?.input ?? {}).map((field) => [field.name, field]));
  return fieldsOfSchema(input, hidden).map((field) => {
    const { title, description, schema } = words.get(field.name) ?? field;
    // The form of an object has words for its members; an outline of a hidden input lacks what a control needs.
    return { ...field, title, description, ...(schema.properties && { schema }) };
  });
}

/** The input as the API takes it. Members that no field shows are kept. */
export function inputOf(fields: readonly FormField[], values: Values): Values {
  const shown = new Set(fields.map(({ name }) => name));
  const others = Object.entries(values).filter(([name, value]) => !shown.has(name) && value !== undefined);
  return { ...Object.fromEntries(others), ...encode(fields, values).value };
}

/** Whether a line of the condition would be lost. */
export function hasUnfinished({ lines }: WireValues): boolean {
  return lines?.lines.some(isUnfinished) === true;
}

/** What the API gets, but for the input. */
export function bodyOf({ event, action, condition, record, mode }: WireValues) {
  return { event, action, mode, condition: condition.trim() || null, record: record?.trim() || null };
}
