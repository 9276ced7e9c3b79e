/** The types of custom fields, with the words of the form. */
export const FIELD_TYPES = [
  { id: 'text', title: 'Text' },
  { id: 'long_text', title: 'Long text' },
  { id: 'number', title: 'Number' },
  { id: 'integer', title: 'Whole number' },
  { id: 'boolean', title: 'Yes or no' },
  { id: 'date', title: 'Date' },
  { id: 'datetime', title: 'Date and time' },
  { id: 'select', title: 'One of a list' },
  { id: 'multi_select', title: 'Several of a list' },
  { id: 'url', title: 'Link' },
  { id: 'email', title: 'Email' },
  { id: 'record', title: 'Record' },
  { id: 'file', title: 'File' },
  { id: 'money', title: 'Money' },
] as const;

export type FieldType = (typeof FIELD_TYPES)[number]['id'];

export const hasOptions = (type: FieldType) => type === 'select' || type === 'multi_select';
export const hasUnit = (type: FieldType) => type === 'number' || type === 'integer';
export const canIndex = (type: FieldType) => type !== 'long_text' && type !== 'multi_select';
export const canBeUnique = (type: FieldType) => canIndex(type) && type !== 'boolean' && type !== 'money';

export interface FieldDefinition {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly type: FieldType;
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
  readonly type: FieldType;
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
  const isRecord = type === 'record';
  return {
    ...{ type, required },
    title: title.trim(),
    indexed: indexed && canIndex(type),
    unique: unique && canBeUnique(type),
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
