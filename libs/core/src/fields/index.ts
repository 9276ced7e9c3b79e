export { objectionToName } from './field-name.js';
export { FIELD_TYPES, type FieldDefinition, type FieldType } from './field-definition.js';
export {
  columnType,
  customFieldOf,
  customIndexName,
  customIndexPrefix,
  indexExpression,
  schemaOfDefinition,
} from './custom-field.js';
