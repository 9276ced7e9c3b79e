import { isDeepStrictEqual } from 'node:util';
import { normaliseFields, recordSchemas } from '@cubit/records';
import { type AnyRecord, FIELD_FACTS, type FieldValues, type RecordShape, unstorableText } from '@cubit/core/host';
import { type ErrorDetail, validate } from '@cubit/core';
import { addUp, joined } from './merge-rows.js';
import { fieldPath, rowPrefix, type RowDraft } from './row-draft.js';

/** Faults of the new record of a row. */
export function newFaults(shape: RecordShape, draft: RowDraft): readonly ErrorDetail[] {
  const prefix = fieldPath(draft.number, draft.prefix).replace(/\/$/, '');
  return [
    ...validate(shape.createSchema, newFields(draft), prefix),
    ...textFaults(newFields(draft), prefix),
    ...tagFaults(shape, draft),
  ];
}

/** The fields of a new record: those with a value in the row. */
export function newFields(draft: RowDraft): FieldValues {
  return asGiven(draft, Object.fromEntries(Object.entries(draft.fields).filter(([, value]) => value !== null)));
}

/** The fields with their quantities in the units that they were given in. */
function asGiven({ given }: RowDraft, fields: FieldValues): FieldValues {
  const quantities = [...given].filter(([name]) => name in fields);
  return {
    ...fields,
    ...Object.fromEntries(
      quantities.flatMap(([name, { qty, unit, input }]) => [
        [name, qty],
        [input, unit],
      ]),
    ),
  };
}

/** The fields after the row's changes, and the faults. Fields that the row does not change are not checked. */
export function changedFields(
  shape: RecordShape,
  before: AnyRecord,
  draft: RowDraft,
): { readonly fields: FieldValues; readonly faults: readonly ErrorDetail[] } {
  const present = before.fields as FieldValues;
  const always = new Set((shape.storedSchema as { readonly required?: readonly string[] }).required ?? []);
  const values = normaliseWanted(shape, draft.addsTo ? addedTo(present, draft) : draft.fields);
  const changes = Object.entries(values).filter(([name, value]) => {
    if (value === null) return present[name] !== undefined && !always.has(name);
    return !isDeepStrictEqual(value, present[name]);
  });
  const changed = Object.fromEntries(changes);
  // What was added to the record is in its unit.
  const patch = draft.addsTo ? changed : asGiven(draft, changed);
  const prefix = `${rowPrefix(draft.number)}/fields`;
  const faults = changes.flatMap(([name, value]): readonly ErrorDetail[] => {
    const field = shape.fields.get(name);
    if (!field || value === null) return [];
    return validate(field.schema, value, fieldPath(draft.number, name));
  });
  for (const name of emptied(shape, values))
    faults.push({ path: fieldPath(draft.number, name), code: 'required', message: 'is required.' });
  const fields = Object.fromEntries(Object.entries({ ...present, ...patch }).filter(([, value]) => value !== null));
  return {
    fields,
    faults:
      faults.length > 0
        ? faults
        : [...validate(shape.patchSchema, patch, prefix), ...textFaults(patch, prefix), ...tagFaults(shape, draft)],
  };
}

/** Required fields that the row empties. */
function emptied({ fields }: RecordShape, values: FieldValues): readonly string[] {
  return Object.keys(values).filter((name) => values[name] === null && fields.get(name)?.required === true);
}

/** The merged values of the row, added to those that earlier batches of the file gave the record. */
function addedTo(present: FieldValues, { fields, node: { importing } }: RowDraft): FieldValues {
  const { sum, join } = importing.merge ?? {};
  return {
    ...fields,
    ...(sum === undefined ? {} : { [sum]: addUp([present[sum], fields[sum]]) }),
    ...(join === undefined ? {} : { [join]: joined([present[join], fields[join]]) }),
  };
}

/** Converts times to their stored form, so that an equal time in another form is no change. Other text is refused by the schema. */
function normaliseWanted(shape: RecordShape, fields: FieldValues): FieldValues {
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
    const field = value === null ? undefined : shape.fields.get(name);
    if (!field || FIELD_FACTS[field.type].holds !== 'instant') return [name, value];
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return [name, value];
    return [name, normaliseFields(shape, { [name]: value })[name]];
  });
  return Object.fromEntries(entries);
}

function textFaults(fields: FieldValues, prefix: string): readonly ErrorDetail[] {
  return unstorableText(fields, prefix);
}

function tagFaults(shape: RecordShape, { tags, number }: RowDraft): readonly ErrorDetail[] {
  if (tags === null) return [];
  const schema = (recordSchemas(shape).create.properties as Record<string, object>)['tags'];
  return schema ? validate(schema, tags, `${rowPrefix(number)}/tags`) : [];
}
