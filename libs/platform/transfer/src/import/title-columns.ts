import { isArrowPath, titlesOf } from '../keys/tree-titles.js';
import { type Column, hasKeys } from '../table/columns.js';
import type { ImportNode } from './import-node.js';

/** Values by which a column is judged; a column of more has paths. */
const MOST_VALUES = 5_000;
/** With fewer values, nothing tells that the records of a tree have no parents. */
const FEWEST_VALUES = 20;
/** Slashes separate titles where one value in so many has one. */
const COMMON = 4;

/**
 * Decides, from all values of each column that names records of a tree, whether slashes separate titles (`Electronics/Passives`) or belong
 * to them (`I/O Expanders`): they belong to them in a column of many values, of which few have one and none is below another.
 */
export class TitleColumns {
  readonly #values = new Map<string, Set<string>>();

  see(name: string, text: string): void {
    const values = this.#values.get(name) ?? new Set();
    this.#values.set(name, values);
    if (text !== '' && values.size < MOST_VALUES) values.add(text);
  }

  /** The columns whose slashes belong to titles. */
  decide(): readonly string[] {
    return [...this.#values].flatMap(([name, values]) => (haveTitles([...values]) ? [name] : []));
  }
}

function haveTitles(values: readonly string[]): boolean {
  if (values.length < FEWEST_VALUES || values.length >= MOST_VALUES) return false;
  const paths = values.filter((value) => !isArrowPath(value) && titlesOf(value).length > 1);
  const others = new Set(values.filter((value) => !paths.includes(value)));
  const heads = paths.map((path) => titlesOf(path)[0] ?? '');
  const isTree = new Set(heads).size < heads.length || heads.some((head) => others.has(head));
  return !isTree && paths.length > 0 && paths.length * COMMON < values.length;
}

/** Whether a column names records that form a tree. */
export function namesTree(node: ImportNode, column: Column): boolean {
  if (column.holds === 'nested') {
    const inner = node.nested(column.at);
    return inner !== null && namesTree(inner, column.column);
  }
  if ((column.holds !== 'field' && column.holds !== 'key') || !hasKeys(column.field)) return false;
  return node.lenient && typeof node.nested(column.field.name)?.tree === 'string';
}
