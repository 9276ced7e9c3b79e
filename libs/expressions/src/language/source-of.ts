import type { ASTNode } from '@marcbachmann/cel-js';
import { endOfText } from './template-scanner.js';

/** The text of a node, with the brackets that belong to it: the parser leaves out those at its ends. */
export function sourceOf({ input, start, end }: ASTNode): string {
  const { missingBefore, missingAfter } = unbalanced(input.slice(start, end));
  let [from, to] = [start, end];
  for (let count = 0; count < missingBefore; count += 1) from = input.lastIndexOf('(', from - 1);
  for (let count = 0; count < missingAfter; count += 1) to = input.indexOf(')', to) + 1;
  return input.slice(from, to).trim();
}

interface Unbalanced {
  /** Brackets that the text closes and does not open. */
  readonly missingBefore: number;
  /** Brackets that it opens and does not close. */
  readonly missingAfter: number;
}

function unbalanced(text: string): Unbalanced {
  let [index, depth, lowest] = [0, 0, 0];
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    lowest = Math.min(lowest, depth);
    index = character === '"' || character === "'" ? endOfText(text, index) : index + 1;
  }
  return { missingBefore: -lowest, missingAfter: depth - lowest };
}
