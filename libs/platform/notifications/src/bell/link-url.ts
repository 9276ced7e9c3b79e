/** The absolute URL of a link. A path is relative to the API of the workspace, or to the instance if it starts with `/api/`. */
export function linkUrl(link: string | null, at: { readonly publicUrl: string; readonly slug: string }): string | null {
  if (link === null || !link.startsWith('/')) return link;
  return link.startsWith('/api/') ? `${at.publicUrl}${link}` : `${at.publicUrl}/api/v1/orgs/${at.slug}${link}`;
}
