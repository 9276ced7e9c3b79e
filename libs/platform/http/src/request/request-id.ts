const WELL_FORMED = /^[\w.-]{1,128}$/;

/** The request id that the client sent, if it is safe to log. */
export function readRequestId(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : null;
}
