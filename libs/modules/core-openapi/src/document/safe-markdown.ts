/**
 * Readers of the document render text of a workspace (its name, the help of a custom field) as Markdown. It must not
 * contain scripts.
 */
export function safeMarkdown(text: string): string {
  return text.replaceAll(/<(?=\s*\/?\s*script)/gi, '&lt;').replaceAll(/\beval(?=\()/gi, 'eval&#8203;');
}
