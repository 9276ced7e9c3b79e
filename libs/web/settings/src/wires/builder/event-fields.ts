import type { Schema, UiDocument, UiKind } from '@cubit/web-client';
import { factsOf, labelOf, sentence, typeHolds, typeHoldsOne } from '@cubit/web-contract';
import { fieldOfKind, fieldOfSchema, type FormField } from '@cubit/web-records/fields';
import type { DeclaredAction, DeclaredEvent } from './declared.js';

/** A value that an event brings: a field with the expression that reads it. */
export interface EventField extends FormField {
  /** `event.payload.qty`, `record.fields.name` */
  readonly expression: string;
  /** What it is a field of: "Stock low", "Part". */
  readonly of: string;
}

/** What an expression of a wire on this event can read, as far as people choose it from a list. `subject`: the kind of the record concerned. */
export function eventFields(
  event: DeclaredEvent,
  subject: UiKind | undefined,
  kindTitle: (id: string) => string | undefined,
): readonly EventField[] {
  const required = event.payload.required ?? [];
  const kinds = new Map(event.records.map(({ key, kind }) => [key, kind]));
  const payload = Object.entries(event.payload.properties ?? {})
    .filter(([name]) => name !== 'orgId')
    .map(([name, schema]) => {
      const kind = kinds.get(name);
      // Payloads name records by plain ids; the declaration says of which kind.
      const ofKind = kind !== undefined && schema.type === 'string' ? { ...schema, 'x-kind': kind } : schema;
      const own = subject?.fields.find((each) => each.name === snakeCase(name))?.title;
      const titled = own === undefined || schema.title !== undefined ? ofKind : { ...ofKind, title: own };
      const field = fieldOfSchema(name, named(name, titled, kind && kindTitle(kind)), required.includes(name));
      return { ...field, expression: `event.payload.${name}`, of: event.title };
    });
  return [...payload, ...commonFields(event), ...(subject ? recordFields(subject) : [])].filter(isChosen);
}

/** Lists of objects and objects are read by expressions alone. */
const isChosen = ({ type, schema }: EventField): boolean =>
  factsOf(type)?.holds === 'data' || type === 'object' ? false : type !== 'array' || schema.items?.type === 'string';

function named(name: string, schema: Schema, kindTitle: string | undefined): Schema {
  if (schema.title !== undefined) return schema;
  return { ...schema, title: kindTitle !== undefined && /Id$/.test(name) ? refTitle(name, kindTitle) : wordsOf(name) };
}

/** `partId` is called like its kind; `outputPartId` says more. */
function refTitle(name: string, kindTitle: string): string {
  const words = wordsOf(name);
  return words.toLowerCase().endsWith(kindTitle.toLowerCase()) ? words : kindTitle;
}

/** `linkedTaskId` becomes `Linked task`, `userIds` becomes `Users`. */
export function wordsOf(name: string): string {
  return sentence(labelOf(snakeCase(name).replace(/_ids$/, 's').replace(/_id$/, '')));
}

const snakeCase = (name: string) => name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** `stock.part.low` without its module, and `order_parts`, where nothing declares a title. */
export function titleFor(local: string): string {
  return wordsOf(local.replaceAll('.', '_'));
}

/** What descriptions name in backticks: members of a payload or an input, and the events, actions and kinds of the workspace. */
export function titlesIn(
  { events, actions, kinds }: Pick<UiDocument, 'events' | 'actions' | 'kinds'>,
  schema: Schema,
): (name: string) => string | undefined {
  const members = schema.properties ?? {};
  return (name) =>
    (Object.hasOwn(members, name) ? (members[name]?.title ?? wordsOf(name)) : undefined) ??
    events.find((event) => event.name === name)?.title ??
    [...actions, ...kinds].find(({ id }) => id === name)?.title;
}

function commonFields({ title }: DeclaredEvent): readonly EventField[] {
  const own = { description: null, ui: {}, required: true, readOnly: true, nullable: false, of: title };
  return [
    {
      ...own,
      ...{ name: 'occurred_at', title: 'Time of the event', type: 'datetime', schema: { type: 'string' } },
      expression: 'event.occurred_at',
    },
    {
      ...own,
      ...{ name: 'actor', title: 'Caused by', type: 'user', schema: { type: 'string' } },
      expression: 'event.actor.id',
    },
    {
      ...own,
      ...{ name: 'name', title: 'Name of the event', type: 'text', schema: { type: 'string' } },
      expression: 'event.name',
    },
  ];
}

function recordFields(kind: UiKind): readonly EventField[] {
  const fields = kind.fields
    .filter(({ ui, expression }) => ui.hidden !== true && expression === undefined)
    .map((field) => ({ ...fieldOfKind(field), expression: `record.fields.${field.name}`, of: kind.title }));
  const title = fieldOfSchema('title', { type: 'string', title: 'Title' }, true);
  const hasTitle = kind.title_field !== null && fields.some(({ name }) => name === kind.title_field);
  return [...(hasTitle ? [] : [{ ...title, expression: 'record.title', of: kind.title }]), ...fields];
}

/** Whether a value of `source` can stand where the input has `field`. */
export function canFill(field: FormField, source: EventField): boolean {
  const [to, from] = [factsOf(field.type), factsOf(source.type)];
  const isList = source.type === 'array' || from?.many === true;
  if (isList !== (field.type === 'array' || to?.many === true)) return false;
  if (typeHoldsOne(field.type, 'record')) {
    const kinds = [field.schema['x-kind'], source.schema['x-kind']];
    return typeHoldsOne(source.type, 'record') && (kinds[0] === kinds[1] || kinds.includes(undefined));
  }
  if (typeHoldsOne(field.type, 'text', 'address')) return !typeHolds(source.type, 'money');
  // Payloads list ids as plain texts.
  if (field.type === 'array' || source.type === 'array') return true;
  return from !== undefined && to?.holds === from.holds;
}

/**
 * The only value of the event that has the type of a field, of a record also its kind. Any text of an event has the type of a text, so none is
 * certain enough for one.
 */
export function onlySource(field: FormField, fields: readonly EventField[]): EventField | undefined {
  if (!factsOf(field.type) || typeHoldsOne(field.type, 'text', 'address')) return undefined;
  const [source, other] = fields.filter(
    (each) => each.expression.startsWith('event.') && each.type === field.type && hasSameValues(field, each),
  );
  return other ? undefined : source;
}

/** Records of one kind, one set of options. */
function hasSameValues({ schema: one }: FormField, { schema: other }: EventField): boolean {
  return one['x-kind'] === other['x-kind'] && JSON.stringify(one.enum) === JSON.stringify(other.enum);
}

/** The kinds that the action runs on: null for any kind, empty for the workspace. */
export function targetKinds({ applies_to: kinds }: Pick<DeclaredAction, 'applies_to'>): readonly string[] | null {
  if (kinds === 'any') return null;
  return Array.isArray(kinds) ? (kinds as readonly string[]) : [];
}

/** The fields whose value is a record that the action can run on. `kinds`: null for any kind. */
export function targetFields(fields: readonly EventField[], kinds: readonly string[] | null): readonly EventField[] {
  return fields.filter(
    ({ type, schema }) =>
      typeHolds(type, 'record') && (kinds === null || kinds.includes(String(schema['x-kind'] ?? ''))),
  );
}
