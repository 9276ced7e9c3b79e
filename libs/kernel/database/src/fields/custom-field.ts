import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import { Field } from '@cubit/core';
import { expressionText } from './field-columns.js';
import type { CustomField, FieldDefinition } from '@cubit/core/host';

/** The schema of the field's values, as a module would declare it. */
export function schemaOfDefinition(definition: FieldDefinition): TSchema {
  const { title, help, unit } = definition;
  const fallback = definition.default;
  return {
    ...valueSchema(definition),
    title,
    ...(help === null ? {} : { description: help }),
    ...(unit === null ? {} : { 'x-unit': unit }),
    ...(fallback === null || fallback === undefined ? {} : { default: fallback }),
    'x-custom': true,
  };
}

function valueSchema({ type, options, target_kind: target, on_delete: onDelete }: FieldDefinition): TSchema {
  switch (type) {
    case 'text':
      return Field.text();
    case 'long_text':
      return Field.longtext();
    case 'number':
      return Field.decimal();
    case 'integer':
      return Field.integer();
    case 'boolean':
      return Field.boolean();
    case 'date':
      return Field.date();
    case 'datetime':
      return Field.datetime();
    case 'select':
      return Field.enum(options ?? []);
    case 'multi_select':
      return Field.enums(options ?? []);
    case 'url':
      return Field.url();
    case 'email':
      return Field.email();
    case 'record':
      return Field.ref(target ?? '', { onDelete: onDelete ?? 'clear' });
    case 'file':
      return Field.file();
    case 'money':
      return Field.money();
  }
}

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
  return expressionText({ name: definition.name, type: columnType(definition) });
}

/** The `x-type` of the schema. */
export function columnType(definition: FieldDefinition): string {
  return String((schemaOfDefinition(definition) as { readonly 'x-type'?: string })['x-type']);
}
