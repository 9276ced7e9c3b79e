/** A value of an input that holds expressions: `${event.payload.qty}`. */
export function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.includes('${');
}

/** The expression of a value that is nothing else; null for a text with several, or around one. */
export function expressionOf(value: unknown): string | null {
  if (!isTemplate(value) || !value.startsWith('${') || !value.endsWith('}')) return null;
  const inner = value.slice(2, -1);
  // A brace in a text of the expression is left to people who write expressions.
  return inner.includes('${') ? null : inner;
}

export const templateOf = (expression: string): string => `\${${expression}}`;
