const WELL_FORMED = /^[\w.-]{1,128}$/;

/** The client's own id of the request, where it is one that can go into logs as it is. */
export function readRequestId(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : null;
}
