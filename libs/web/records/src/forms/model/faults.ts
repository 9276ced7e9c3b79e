import { factsOf, typeHolds } from '@cubit/web-contract';
import type { Faults } from '../../app/refusal.js';
import type { Values } from './condition.js';
import { isDecimal, isEmpty, isUnparsed, PREPARED } from './encode.js';
import { columnsOf, fieldsOfSchema, type FormField } from './form-field.js';

/** The fault at a path or, with `deep`, at what is below it. */
export function faultAt(faults: Faults, path: string, deep = false): string | undefined {
  if (faults[path] !== undefined) return faults[path];
  if (!deep) return undefined;
  const below = Object.keys(faults).find((other) => other.startsWith(`${path}/`));
  return below === undefined ? undefined : faults[below];
}

/** What the browser sees without the server, in the server's words. The server decides. */
export function checkValues(fields: readonly FormField[], values: Values, at = ''): Faults {
  return Object.assign(
    {},
    ...fields.map((field) => checkField(field, values[field.name], `${at}/${field.name}`)),
  ) as Faults;
}

function checkField(field: FormField, value: unknown, path: string): Faults {
  const empty = isEmpty(typeHolds(field.type, 'money') ? (value as { amount?: unknown } | undefined)?.amount : value);
  if (empty)
    return field.required && !field.nullable && !typeHolds(field.type, 'boolean') ? { [path]: 'Is required.' } : {};
  if (isUnparsed(value)) return { [path]: 'Is not valid JSON.' };
  if (typeHolds(field.type, 'number')) return faultIn(path, numberFault(field, value));
  const columns = columnsOf(field);
  if (columns && Array.isArray(value)) {
    const rows = value.map((row: Values, index) =>
      skipsRow(row) ? {} : checkValues(columns, row, `${path}/${index}`),
    );
    return Object.assign({}, ...rows) as Faults;
  }
  if (field.type === 'object' && field.schema.properties)
    return checkValues(fieldsOfSchema(field.schema), value as Values, path);
  return {};
}

const skipsRow = (row: Values) => row[PREPARED] === true || Object.values(row).every(isEmpty);

const faultIn = (path: string, fault: string | undefined): Faults => (fault === undefined ? {} : { [path]: fault });

function numberFault({ schema, type }: FormField, value: unknown): string | undefined {
  const text = String(value);
  if (!isDecimal(text)) return 'Must be a number.';
  if (factsOf(type)?.whole === true && text.includes('.')) return 'Must be a whole number.';
  const number = Number(text);
  if (schema.minimum !== undefined && number < schema.minimum) return `Must be at least ${schema.minimum}.`;
  if (schema.maximum !== undefined && number > schema.maximum) return `Must be at most ${schema.maximum}.`;
  if (schema.exclusiveMinimum !== undefined && number <= schema.exclusiveMinimum)
    return `Must be more than ${schema.exclusiveMinimum}.`;
  return undefined;
}
