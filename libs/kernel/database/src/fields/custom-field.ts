import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import { Field } from '@cubit/core';
import { expressionText } from './field-columns.js';
import type { CustomField, CustomFieldType, FieldDefinition } from '@cubit/core/host';

/** The schema of the field's values, as a module would declare it. */
export function schemaOfDefinition(definition: FieldDefinition): TSchema {
  const { title, help, unit } = definition;
  const fallback = definition.default;
  return {
    ...VALUE_SCHEMAS[definition.type](definition),
    title,
    ...(help === null ? {} : { description: help }),
    ...(unit === null ? {} : { 'x-unit': unit }),
    ...(fallback === null || fallback === undefined ? {} : { default: fallback }),
    'x-custom': true,
  };
}

const VALUE_SCHEMAS: Readonly<Record<CustomFieldType, (definition: FieldDefinition) => TSchema>> = {
  text: () => Field.text(),
  longtext: () => Field.longtext(),
  decimal: () => Field.decimal(),
  integer: () => Field.integer(),
  boolean: () => Field.boolean(),
  date: () => Field.date(),
  datetime: () => Field.datetime(),
  enum: ({ options }) => Field.enum(options ?? []),
  multi_select: ({ options }) => Field.enums(options ?? []),
  url: () => Field.url(),
  email: () => Field.email(),
  ref: ({ target_kind: target, on_delete: onDelete }) => Field.ref(target ?? '', { onDelete: onDelete ?? 'clear' }),
  file: () => Field.file(),
  money: () => Field.money(),
};

export function customFieldOf(definition: FieldDefinition): CustomField {
  const { name, required, deleted, indexed, is_unique: unique } = definition;
  const schema = schemaOfDefinition(deleted ? { ...definition, on_delete: 'clear' } : definition);
  return { name, schema, required, deleted, indexed, uniqueIndex: unique ? customIndexName(definition) : null };
}

/** The name prefix of all indexes of the definition, past and present. */
export function customIndexPrefix(id: string): string {
  return `custom_${id.replaceAll('-', '')}_`;
}

/** The name depends on what is indexed, so an index with this name is up to date. */
export function customIndexName(definition: FieldDefinition): string {
  const content = `${indexExpression(definition)} ${definition.is_unique}`;
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return `${customIndexPrefix(definition.id)}${hash}`;
}

/** The indexed expression. Filters and sorts use exactly the same one. */
export function indexExpression(definition: FieldDefinition): string {
  return expressionText(definition);
}
