import { CelError } from './cel-error.js';

export interface TemplateText {
  readonly text: string;
}

export interface TemplateExpression {
  readonly expression: string;
  /** Start of the expression in the whole string. */
  readonly start: number;
}

export type TemplatePart = TemplateText | TemplateExpression;

/** Splits `Low: ${event.payload.name}`. `$${` is a literal `${`. Undefined if there is no expression. */
export function scanTemplate(source: string): readonly TemplatePart[] | undefined {
  if (!source.includes('${')) return undefined;
  const parts: TemplatePart[] = [];
  let text = '';
  let index = 0;
  while (index < source.length) {
    if (source.startsWith('$${', index)) {
      text += '${';
      index += 3;
    } else if (source.startsWith('${', index)) {
      const end = endOfExpression(source, index + 2);
      if (text !== '') parts.push({ text });
      text = '';
      parts.push({ expression: source.slice(index + 2, end), start: index + 2 });
      index = end + 1;
    } else {
      text += source.charAt(index);
      index += 1;
    }
  }
  if (text !== '') parts.push({ text });
  return parts;
}

/** The position of the closing brace of the expression; braces in its string literals do not count. */
function endOfExpression(source: string, start: number): number {
  let index = start;
  while (index < source.length) {
    const character = source.charAt(index);
    if (character === '}') return index;
    index = character === '"' || character === "'" ? endOfText(source, index) : index + 1;
  }
  throw new CelError('syntax', 'This "${" has no closing "}". For the characters "${" write "$${".', start - 2);
}

/** The position after the string literal that starts at `start`. */
export function endOfText(source: string, start: number): number {
  const quote = source.charAt(start);
  const triple = quote.repeat(3);
  const close = source.startsWith(triple, start) ? triple : quote;
  let index = start + close.length;
  while (index < source.length) {
    if (source.startsWith(close, index)) return index + close.length;
    // The parser skips the character after a backslash in raw strings too.
    index += source.charAt(index) === '\\' ? 2 : 1;
  }
  return source.length;
}
