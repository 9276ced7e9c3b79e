const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const LINK = /^https?:\/\/\S+$/;

/** The HTML part of an email: its text, line by line. A line that is a URL becomes a link. */
export function htmlOfText(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/).map(htmlOfLine);
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"></head>',
    '<body style="font-family: sans-serif; line-height: 1.5">',
    lines.join('<br>\n'),
    '</body></html>',
    '',
  ].join('\n');
}

function htmlOfLine(line: string): string {
  const escaped = line.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
  return LINK.test(line) ? `<a href="${escaped}">${escaped}</a>` : escaped;
}
