/** The page of an address of the API; other addresses as they are. */
export function pageOf(address: string): string {
  return address.replace(/^(?:\/api\/v1)?\/orgs\//, '/w/');
}

/**
 * Where the link of a notification leads. Of the instance itself, it is a path: the browser may have the instance under another address than the
 * links, which name `localhost` where none is set.
 */
export function linkTarget(link: string, publicUrl: string): string {
  const path = link.startsWith(publicUrl) ? link.slice(publicUrl.length) : '';
  // `//` would be another host.
  return pageOf(/^\/(?!\/)/.test(path) ? path : link);
}
