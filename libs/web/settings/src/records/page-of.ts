/** The page of an address of the API; other addresses as they are. */
export function pageOf(address: string): string {
  return address.replace(/^(?:\/api\/v1)?\/orgs\//, '/w/');
}
