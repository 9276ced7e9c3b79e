import { fieldTitle } from '@cubit/core/host';
import { type Column, FOREIGN_ID, KEY_SUFFIX } from '../table/columns.js';
import type { ImportNode } from './import-node.js';

/** `Supplier part: Number`, with a title for each part of a path. */
export function columnTitle(node: ImportNode, column: Column): string {
  switch (column.holds) {
    case 'nested': {
      const inner = node.nested(column.at);
      const field = node.field(column.at);
      const head = field ? fieldTitle(field) : (inner?.kind.definition.title[0] ?? column.at);
      return inner ? `${head}: ${lowerFirst(columnTitle(inner, column.column))}` : head;
    }
    case 'field':
      return fieldTitle(column.field);
    case 'key':
      return `${fieldTitle(column.field)} (${KEY_SUFFIX.slice(1)})`;
    case 'foreign_key':
      return `${fieldTitle(column.field)}: id in the other program`;
    case 'currency':
      return `${fieldTitle(column.field)}: currency`;
    default:
      return OTHERS[column.name] ?? column.name;
  }
}

const OTHERS: Readonly<Record<string, string>> = {
  id: 'Id of the record',
  tags: 'Tags',
  [FOREIGN_ID]: 'Id in the other program',
  'import.path': 'Path in the tree',
};

/** `Number` in the middle of a title; `IPN` and `Wi-Fi` stay. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}+(?=\s|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
