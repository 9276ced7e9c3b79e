import {
  canBeUnique,
  canIndex,
  CUSTOM_FIELD_NAMES,
  type CustomFieldName,
  type CustomFieldType,
  typeHolds,
  typeOfName,
} from '@cubit/web-contract';

const TITLES: Readonly<Record<CustomFieldType, string>> = {
  text: 'Text',
  longtext: 'Long text',
  decimal: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  date: 'Date',
  datetime: 'Date and time',
  enum: 'One of a list',
  multi_select: 'Several of a list',
  url: 'Link',
  email: 'Email',
  ref: 'Record',
  file: 'File',
  money: 'Money',
};

/** The types of custom fields, with the words of the form. */
export const TYPE_CHOICES = CUSTOM_FIELD_NAMES.map((id) => ({ id, title: TITLES[typeOfName(id)] }));

export const hasOptions = (name: CustomFieldName) => typeHolds(typeOfName(name), 'option');
export const hasUnit = (name: CustomFieldName) => typeHolds(typeOfName(name), 'number');
export const hasTarget = (name: CustomFieldName) => typeHolds(typeOfName(name), 'record');

export interface FieldDefinition {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly type: CustomFieldName;
  readonly title: string;
  readonly required: boolean;
  readonly options: readonly string[] | null;
  readonly target_kind: string | null;
  readonly on_delete: 'restrict' | 'clear' | null;
  readonly unit: string | null;
  readonly help: string | null;
  readonly position: number;
  readonly indexed: boolean;
  readonly unique: boolean;
  readonly index: { readonly ready: boolean } | null;
  readonly report?: FieldReport;
}

/** What a change would meet in the records that exist. */
export interface FieldReport {
  readonly records: number;
  readonly misfits: number;
  readonly duplicates: number;
  readonly missing: number;
  readonly examples: readonly { readonly id: string; readonly title: string; readonly message: string }[];
}

export interface FieldValues {
  readonly title: string;
  readonly name: string;
  readonly type: CustomFieldName;
  readonly required: boolean;
  readonly options: readonly string[];
  readonly target_kind: string;
  readonly on_delete: 'restrict' | 'clear';
  readonly unit: string;
  readonly help: string;
  readonly indexed: boolean;
  readonly unique: boolean;
}

export const NEW_FIELD: FieldValues = {
  ...{ title: '', name: '', type: 'text', required: false, options: [], target_kind: '' },
  ...{ on_delete: 'clear', unit: '', help: '', indexed: false, unique: false },
};

export function valuesOf(field: FieldDefinition): FieldValues {
  const { title, name, type, required, indexed, unique } = field;
  return {
    ...{ title, name, type, required, indexed, unique },
    options: field.options ?? [],
    target_kind: field.target_kind ?? '',
    on_delete: field.on_delete ?? 'clear',
    unit: field.unit ?? '',
    help: field.help ?? '',
  };
}

/** The body of a request, without what the type does not have. */
export function bodyOf(values: FieldValues): Record<string, unknown> {
  const { title, type, required, indexed, unique } = values;
  const isRecord = hasTarget(type);
  return {
    ...{ type, required },
    title: title.trim(),
    indexed: indexed && canIndex(typeOfName(type)),
    unique: unique && canBeUnique(typeOfName(type)),
    help: values.help.trim() || null,
    unit: hasUnit(type) ? values.unit.trim() || null : null,
    options: hasOptions(type) ? values.options : null,
    target_kind: isRecord ? values.target_kind : null,
    on_delete: isRecord ? values.on_delete : null,
  };
}

/** The name that a title suggests: `Shelf life` gives `shelf_life`. */
export function nameFrom(title: string): string {
  const text = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  return text.replaceAll(/^[_0-9]+|_+$/g, '').slice(0, 50);
}
