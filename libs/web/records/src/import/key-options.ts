import { typeHolds, type FieldTypeName } from '@cubit/web-contract';
import type { UiKind } from '@cubit/web-client';
import type { ImportPreview, Mapping } from './import-types.js';

/** What can tell the record that a row changes. */
export interface KeyOption {
  readonly id: string;
  readonly title: string;
  /** The server finds records by it whether or not it is asked to. */
  readonly isFixed: boolean;
}

const OWN_ID = 'id';
const FOREIGN_ID = 'import.id';

/** The keys that the mapped columns of a file offer. A known format of another program has its own. */
export function keyOptions(kind: UiKind, { reader, targets }: ImportPreview, mapping: Mapping): readonly KeyOption[] {
  if (reader !== null) return [];
  const columnOf = (name: string) => Object.keys(mapping).find((column) => mapping[column] === name);
  return targets.flatMap(({ name, title, identifies }): readonly KeyOption[] => {
    const column = columnOf(name);
    if (column === undefined) return [];
    if (name === FOREIGN_ID) return [{ id: column, title, isFixed: false }];
    if (name === OWN_ID) return [{ id: name, title, isFixed: true }];
    return identifies && isTold(kind, name) ? [{ id: name, title, isFixed: false }] : [];
  });
}

/** Numbers and choices tell few records apart. */
function isTold({ fields }: UiKind, name: string): boolean {
  const type: FieldTypeName | undefined = fields.find((field) => field.name === name)?.type;
  return type !== undefined && (typeHolds(type, 'text') || typeHolds(type, 'address'));
}
