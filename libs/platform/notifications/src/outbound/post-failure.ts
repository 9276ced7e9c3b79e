/** A post that got no answer, in words for people. */
export class PostFailure extends Error {
  override readonly name = 'PostFailure';
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver broke the connection off.',
  UND_ERR_SOCKET: 'The receiver broke the connection off.',
  EPIPE: 'The receiver broke the connection off.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  ETIMEDOUT: 'The receiver cannot be reached.',
  ENOTFOUND: 'The name of the host is not known.',
  ENODATA: 'The name of the host is not known.',
  UND_ERR_HEADERS_OVERFLOW: 'The head of the answer is too long.',
};

/** Why a request got no answer. Names no address: who configures channels need not learn what a name resolves to. */
export function failureReason(error: unknown): string {
  if (error instanceof PostFailure) return error.message;
  // One error for each address that was dialled.
  if (error instanceof AggregateError) return failureReason(error.errors[0]);
  const { code = '', name = '' } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  if (name === 'HTTPParserError' || code.startsWith('HPE_')) return 'The answer is no HTTP.';
  if (/CERT|SSL|TLS|EPROTO/.test(code)) return `The connection is not secure: ${code}.`;
  return REASONS[code] ?? `The post failed${code === '' ? '' : `: ${code}`}.`;
}
