import { fieldNameFault } from './field-name.js';
import { type ErrorDetail, pointer, validate } from '@cubit/core';
import { schemaOfDefinition } from '@cubit/database';
import {
  canBeUnique,
  canIndex,
  type FieldDefinition,
  typeHolds,
  nameOfType,
  type WorkspaceSchema,
} from '@cubit/core/host';

/** Faults of a definition that its schema cannot detect. */
export function draftFaults(draft: FieldDefinition, schema: WorkspaceSchema): readonly ErrorDetail[] {
  return [...placeFaults(draft, schema), ...typeFaults(draft, schema), ...indexFaults(draft)];
}

function placeFaults({ kind: id, name }: FieldDefinition, { kinds }: WorkspaceSchema): readonly ErrorDetail[] {
  const shape = kinds.get(id);
  if (!shape) return [fault('/kind', 'unknown', 'is no kind of an enabled module.')];
  if (shape.kind.access === 'read-only')
    return [fault('/kind', 'read_only', 'has records that only its module writes.')];
  const reason = fieldNameFault(shape.kind, name);
  return reason === null ? [] : [fault('/name', 'reserved', reason)];
}

function typeFaults(draft: FieldDefinition, { kinds }: WorkspaceSchema): readonly ErrorDetail[] {
  const { type, options, target_kind: target, on_delete: onDelete } = draft;
  const name = nameOfType(type);
  const hasOptions = typeHolds(type, 'option');
  const isReference = typeHolds(type, 'record');
  const faults: ErrorDetail[] = [];
  if (hasOptions && options === null) faults.push(fault('/options', 'required', `a ${name} field needs options.`));
  if (!hasOptions && options !== null)
    faults.push(fault('/options', 'unknown', `a ${name} field cannot have options; use the type select.`));
  if (isReference && target === null)
    faults.push(fault('/target_kind', 'required', 'a record field needs the kind that it refers to.'));
  if (isReference && target !== null && !kinds.has(target))
    faults.push(fault('/target_kind', 'unknown', 'is no kind of an enabled module.'));
  if (!isReference && target !== null)
    faults.push(fault('/target_kind', 'unknown', `a ${name} field refers to no kind.`));
  if (!isReference && onDelete !== null)
    faults.push(fault('/on_delete', 'unknown', `a ${name} field refers to no record.`));
  return faults.length > 0 ? faults : defaultFaults(draft);
}

function defaultFaults(draft: FieldDefinition): readonly ErrorDetail[] {
  const { default: value, type, is_unique: unique } = draft;
  if (value === null) return [];
  // The target could be deleted before a record is created.
  if (typeHolds(type, 'record', 'file'))
    return [fault('/default', 'unknown', `a ${nameOfType(type)} field has no default.`)];
  if (unique) return [fault('/default', 'not_unique', 'every new record would hold it, and no two may.')];
  return validate(schemaOfDefinition({ ...draft, default: null }), value, pointer('', 'default'));
}

function indexFaults({ type, indexed, is_unique: unique }: FieldDefinition): readonly ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (indexed && !canIndex(type))
    faults.push(fault('/indexed', 'unsupported', `a ${nameOfType(type)} field cannot have an index.`));
  if (unique && !canBeUnique(type))
    faults.push(fault('/unique', 'unsupported', `a ${nameOfType(type)} field cannot be unique.`));
  return faults;
}

function fault(path: string, code: string, message: string): ErrorDetail {
  return { path, code, message };
}
