/** A request without a response. The message is shown to users. */
export class PostFailure extends Error {
  override readonly name = 'PostFailure';
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection.',
  UND_ERR_SOCKET: 'The receiver closed the connection.',
  EPIPE: 'The receiver closed the connection.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  ETIMEDOUT: 'The receiver cannot be reached.',
  ENOTFOUND: 'The host name is unknown.',
  ENODATA: 'The host name is unknown.',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too long.',
};

/** Why a request got no response. Never contains an address: administrators of a channel must not learn what a name resolves to. */
export function failureReason(error: unknown): string {
  if (error instanceof PostFailure) return error.message;
  // One error for each address that was tried.
  if (error instanceof AggregateError) return failureReason(error.errors[0]);
  const { code = '', name = '' } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  if (name === 'HTTPParserError' || code.startsWith('HPE_')) return 'The response is not HTTP.';
  if (/CERT|SSL|TLS|EPROTO/.test(code)) return `The connection is not secure: ${code}.`;
  return REASONS[code] ?? `The request failed${code === '' ? '' : `: ${code}`}.`;
}
