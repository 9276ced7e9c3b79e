import { type Fault, faultText, type UiField, type UiKind } from '@cubit/web-client';
import { FIELD_FACTS, type FieldContent, labelOf, typeHolds } from '@cubit/web-contract';
import type { ImportTarget } from './import-types.js';

type KindOf = (id: string) => UiKind | undefined;
/** The title of a target by its name, `stock.qty`; undefined if there is none. */
export type TitleOf = (name: string) => string | undefined;

const MOST_OPTIONS = 6;

const CONTENTS: Readonly<Record<FieldContent, string>> = {
  text: 'Text',
  address: 'Address',
  number: 'Number',
  money: 'Amount of money',
  day: 'Date',
  instant: 'Date and time',
  option: 'One of a list',
  record: 'Record',
  record_of_any_kind: 'Record',
  member: 'Member',
  file: 'File',
  boolean: 'Yes or no',
  data: 'JSON',
};

export function titlesOf(targets: readonly ImportTarget[]): TitleOf {
  const titles = new Map(targets.map(({ name, title }) => [name, title]));
  return (name) => titles.get(name) ?? titles.get(name.split('.')[0] ?? '');
}

/** What a target takes: `Number, in pcs`, `Category`, `One of Active, Obsolete`. */
export function takesOf(kindOf: KindOf, { kind: kindId, field: name }: ImportTarget): string {
  const kind = kindOf(kindId ?? '');
  const field = kind?.fields.find((each) => each.name === name);
  if (!kind || !field) return '';
  const options = optionsOf(field);
  if (options.length > 0)
    return `${typeOf(kindOf, field)}: ${options.slice(0, MOST_OPTIONS).join(', ')}${options.length > MOST_OPTIONS ? ', …' : ''}`;
  const unit = unitOf(kind, field);
  return unit === undefined ? typeOf(kindOf, field) : `${typeOf(kindOf, field)}, in ${unit}`;
}

function typeOf(kindOf: KindOf, { type, schema }: UiField): string {
  const of = typeHolds(type, 'record') ? kindOf(String(schema['x-kind'])) : undefined;
  return of?.title ?? (FIELD_FACTS[type].whole ? 'Whole number' : CONTENTS[FIELD_FACTS[type].holds]);
}

function optionsOf(field: UiField): readonly string[] {
  const { type, schema } = field;
  if (!typeHolds(type, 'option')) return [];
  const list = schema.items ?? schema;
  const values = list.enum ?? list.anyOf?.map((part) => part.const) ?? [];
  return values.flatMap((value) => (typeof value === 'string' ? (field.ui.titles?.[value] ?? labelOf(value)) : []));
}

/** Its unit, or where a row has it. */
function unitOf(kind: UiKind, { ui: { unit } }: UiField): string | undefined {
  if (unit === undefined || typeof unit === 'string') return unit;
  const [first = '', second] = unit.field.split('.');
  const title = kind.fields.find(({ name }) => name === first)?.title ?? labelOf(first);
  return second === undefined
    ? `the ${title.toLowerCase()} of its row`
    : `the ${labelOf(second).toLowerCase()} of its ${title.toLowerCase()}`;
}

/** The target that a fault is at: `/fields/stock/qty` is `stock.qty`. */
export function targetOf({ path }: Fault): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== 'fields')
    .join('.');
}

/** A fault with the title of its target: `Minimum: must be at least 0.` */
export function rowFaultText(fault: Fault, titleOf: TitleOf): string {
  return faultText(fault, (name) => titleOf(targetOf(fault)) ?? labelOf(name));
}
