import type { CelOperation } from '../language/operation.js';
import { conversionOperations } from './conversions.js';
import { numberOperations } from './operations-on-numbers.js';
import { textOperations } from './operations-on-text.js';
import { timeOperations } from './operations-on-times.js';

/**
 * Every operator and function except the special forms (`language-forms.ts`). Overloads of a name are tried in this
 * order.
 */
export const operations: readonly CelOperation[] = [
  ...numberOperations,
  ...textOperations,
  ...timeOperations,
  ...conversionOperations,
];

const byName = new Map<string, CelOperation[]>();
for (const operation of operations) {
  for (const name of [operation.name, ...(operation.aliases ?? [])]) {
    const key = `${operation.kind} ${name}`;
    byName.set(key, [...(byName.get(key) ?? []), operation]);
  }
}

export function overloadsOf(kind: CelOperation['kind'], name: string): readonly CelOperation[] {
  return byName.get(`${kind} ${name}`) ?? [];
}

export function functionNames(): readonly string[] {
  return operations.filter((operation) => operation.kind === 'function').map((operation) => operation.name);
}
