/** Where a link leads: a path is one of the workspace's resources, or of the instance where it says so. */
export function linkUrl(link: string | null, at: { readonly publicUrl: string; readonly slug: string }): string | null {
  if (link === null || !link.startsWith('/')) return link;
  return link.startsWith('/api/') ? `${at.publicUrl}${link}` : `${at.publicUrl}/api/v1/orgs/${at.slug}${link}`;
}
