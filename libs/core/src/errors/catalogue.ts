/**
 * Every error code of the kernel, with its HTTP status and meaning. The OpenAPI document and the docs are generated from this
 * table. Modules add codes with `defineErrors`, prefixed with the module's name.
 */
export const ERROR_CATALOGUE = {
  invalid_json: { status: 400, meaning: 'The body is not JSON, or is empty.' },
  invalid_query: { status: 400, meaning: 'A query parameter is unknown or has an invalid value.' },
  invalid_cursor: { status: 400, meaning: 'The cursor was not made by this server for this list.' },
  invalid_filter: { status: 400, meaning: 'The filter expression does not parse or does not type-check.' },
  invalid_request: {
    status: 400,
    meaning: 'The request is not well-formed HTTP: its request line, its URL or its framing.',
  },
  invalid_header: { status: 400, meaning: 'A request header has an invalid value.' },
  unauthorized: { status: 401, meaning: 'No valid credential: missing, unknown, expired and revoked alike.' },
  invalid_credentials: { status: 401, meaning: 'Email or password is wrong.' },
  invalid_signature: { status: 401, meaning: 'The inbound webhook is not signed as its integration requires.' },
  forbidden: { status: 403, meaning: 'The role in this workspace does not allow it.' },
  scope_denied: { status: 403, meaning: 'The scoped token does not reach this route.' },
  csrf_rejected: { status: 403, meaning: 'A cookie-authenticated unsafe request came from another origin.' },
  drive_disabled: { status: 403, meaning: 'The workspace has not opted in to driving tabs.' },
  not_found: {
    status: 404,
    meaning: 'The route, record, workspace or module does not exist, or the caller may not see it.',
  },
  module_not_enabled: { status: 404, meaning: 'The module exists, but is not enabled in this workspace.' },
  method_not_allowed: { status: 405, meaning: 'The route has no such method; `Allow` names those it has.' },
  not_acceptable: { status: 406, meaning: 'The route cannot answer in a media type that the client accepts.' },
  conflict: { status: 409, meaning: 'The state of the resource does not allow it.' },
  already_exists: { status: 409, meaning: 'A value that must be unique is already used.' },
  in_use: { status: 409, meaning: 'Other records refer to it.' },
  invalid_transition: { status: 409, meaning: 'The lifecycle has no such transition from the current state.' },
  insufficient_stock: { status: 409, meaning: 'The requested quantity is not available.' },
  command_expired: { status: 409, meaning: 'The command of the device expired before it was answered.' },
  idempotency_key_reused: { status: 409, meaning: 'The idempotency key was used with another request.' },
  idempotency_key_in_use: {
    status: 409,
    meaning: 'The first request with this idempotency key is still being processed.',
  },
  dependency_missing: {
    status: 409,
    meaning: 'A required module is disabled, or a module that requires this one is enabled.',
  },
  quota_exceeded: { status: 409, meaning: 'A quota of the workspace is exceeded.' },
  gone: { status: 410, meaning: 'The inbound webhook token was revoked.' },
  version_conflict: { status: 412, meaning: '`If-Match` does not name the current version.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than the route accepts.' },
  uri_too_long: { status: 414, meaning: 'The request line is longer than the server accepts.' },
  unsupported_media_type: { status: 415, meaning: 'The route does not accept this media type.' },
  range_not_satisfiable: { status: 416, meaning: 'The requested byte range is outside the file.' },
  validation_failed: { status: 422, meaning: 'The body does not match its schema; `details` lists every fault.' },
  ambiguous_column: {
    status: 422,
    meaning: 'The dates or numbers of a column of the imported file fit several readings; the message shows them.',
  },
  query_too_costly: {
    status: 422,
    meaning: 'The filter, sort or search exceeds the time limit of a query; the message says how to change it.',
  },
  too_guessable: { status: 422, meaning: 'The password is too easy to guess.' },
  rate_limited: { status: 429, meaning: 'Too many requests; `Retry-After` says when to retry.' },
  headers_too_large: { status: 431, meaning: 'The request headers are larger than the server accepts.' },
  internal: { status: 500, meaning: 'A defect of the server.' },
  upstream_failed: { status: 502, meaning: 'Another system did not answer, or not as expected; the message names it.' },
  unavailable: { status: 503, meaning: 'The server is temporarily unavailable; `Retry-After` says when to retry.' },
  request_timeout: { status: 408, meaning: 'The request was not received in time.' },
} as const;

export type KernelErrorCode = keyof typeof ERROR_CATALOGUE;

export interface ErrorEntry {
  readonly status: number;
  readonly meaning: string;
}
