/** Types that a browser may show on the instance's own origin: images without scripts, and PDF, which its viewer isolates. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

/** `Content-Disposition` (RFC 6266): `attachment` for every type that could run code. */
export function disposition(
  { name, mediaType }: { readonly name: string; readonly mediaType: string },
  download = false,
): string {
  const type = SHOWN.has(mediaType) && !download ? 'inline' : 'attachment';
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return plain === name ? `${type}; filename="${plain}"` : `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
