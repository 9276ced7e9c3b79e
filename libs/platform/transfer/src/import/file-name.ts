const MAX_LENGTH = 255;

/** The name of the file in a `Content-Disposition` header (RFC 6266), without folders; null if it names none. */
export function fileNameOf(header: string | readonly string[] | undefined): string | null {
  const text = typeof header === 'string' ? header : (header?.[0] ?? '');
  const encoded = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(text)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(text);
  const name =
    (encoded === undefined ? null : decoded(encoded)) ?? plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2];
  const base = name?.split(/[/\\]/).at(-1)?.trim() ?? '';
  return base === '' ? null : base.slice(0, MAX_LENGTH);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // It only throws `URIError`: the plain name is used instead.
    return null;
  }
}
