/** A value of an input that holds expressions: `${event.payload.qty}`. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && EXPRESSION.test(value);
}

/** `$${` stands for the characters `${`. */
const EXPRESSION = /(?:^|[^$])\$\{/;

/** Whether a value is a text with a `${` in it that is not one expression as a whole. */
export function isMixed(value: unknown): boolean {
  return typeof value === 'string' && value.includes('${') && expressionOf(value) === null;
}

/** A text without expressions as it is sent. */
export const literalOf = (text: string): string => text.replaceAll('$${', '${');

/** The expression of a value that is nothing else; null for a text with several, or around one. */
export function expressionOf(value: unknown): string | null {
  if (!isTemplate(value) || !value.startsWith('${') || !value.endsWith('}')) return null;
  const inner = value.slice(2, -1);
  // A brace in a text of the expression is left to people who write expressions.
  return inner.includes('${') ? null : inner;
}

export const templateOf = (expression: string): string => `\${${expression}}`;
