/**
 * Text that people of a workspace chose (its name, the help of a custom field) is rendered as Markdown by readers of the
 * document: it must not carry scripts there.
 */
export function safeMarkdown(text: string): string {
  return text.replaceAll(/<(?=\s*\/?\s*script)/gi, '&lt;').replaceAll(/\beval(?=\()/gi, 'eval&#8203;');
}
