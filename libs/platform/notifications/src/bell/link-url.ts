/**
 * The absolute URL of the page that a link leads to. A link is a path below the workspace: pages have the addresses of what they show below
 * the API, with `/w/` in the place of `/api/v1/orgs/`. Paths of the instance and absolute URLs are unchanged.
 */
export function linkUrl(link: string | null, at: { readonly publicUrl: string; readonly slug: string }): string | null {
  if (link === null || !link.startsWith('/')) return link;
  return /^\/(api|w)\//.test(link) ? `${at.publicUrl}${link}` : `${at.publicUrl}/w/${at.slug}${link}`;
}
