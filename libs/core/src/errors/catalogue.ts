/**
 * Every error code of the kernel, declared once: HTTP status and what it means. The OpenAPI document and the docs are made from this table.
 * A module adds codes of its own with `defineErrors`; they start with the module's name.
 */
export const ERROR_CATALOGUE = {
  invalid_json: { status: 400, meaning: 'The body is not JSON, or is empty.' },
  invalid_query: { status: 400, meaning: 'A query parameter is unknown or has a value that it cannot have.' },
  invalid_cursor: { status: 400, meaning: 'The cursor was not made by this server for this list.' },
  invalid_filter: { status: 400, meaning: 'The filter expression does not parse or does not type-check.' },
  invalid_request: {
    status: 400,
    meaning: 'The request is not well-formed HTTP: its request line, its URL or its framing.',
  },
  invalid_header: { status: 400, meaning: 'A request header has a value that it cannot have.' },
  unauthorized: { status: 401, meaning: 'No valid credential: missing, unknown, expired and revoked alike.' },
  invalid_credentials: { status: 401, meaning: 'Email or password is wrong.' },
  invalid_signature: { status: 401, meaning: 'The inbound webhook is not signed as its integration requires.' },
  forbidden: { status: 403, meaning: 'The role in this workspace does not allow it.' },
  scope_denied: { status: 403, meaning: 'The scoped token does not reach this route.' },
  csrf_rejected: { status: 403, meaning: 'A cookie-authenticated unsafe request came from another origin.' },
  drive_disabled: { status: 403, meaning: 'The workspace has not opted in to driving tabs.' },
  not_found: {
    status: 404,
    meaning: 'No such route, record, workspace or module, or none that the caller may know of.',
  },
  module_not_enabled: { status: 404, meaning: 'The module exists, but is not enabled in this workspace.' },
  method_not_allowed: { status: 405, meaning: 'The route has no such method; `Allow` names those it has.' },
  not_acceptable: { status: 406, meaning: 'The route cannot answer in a media type that the client accepts.' },
  conflict: { status: 409, meaning: 'The state of the resource does not allow it.' },
  already_exists: { status: 409, meaning: 'A value that must be unique is taken.' },
  in_use: { status: 409, meaning: 'Other records refer to it.' },
  invalid_transition: { status: 409, meaning: 'The lifecycle has no such transition from the present state.' },
  insufficient_stock: { status: 409, meaning: 'There is less available than asked for.' },
  command_expired: { status: 409, meaning: 'The command of the device expired before it was answered.' },
  idempotency_key_reused: { status: 409, meaning: 'The idempotency key was used with another request.' },
  idempotency_key_in_use: {
    status: 409,
    meaning: 'The first request with this idempotency key is still being worked on.',
  },
  dependency_missing: {
    status: 409,
    meaning: 'A module that this depends on is off, or one that depends on this is on.',
  },
  quota_exceeded: { status: 409, meaning: 'A quota of the workspace is used up.' },
  gone: { status: 410, meaning: 'The inbound webhook token was revoked.' },
  version_conflict: { status: 412, meaning: '`If-Match` does not name the present version.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than the route takes.' },
  uri_too_long: { status: 414, meaning: 'The request line is longer than the server takes.' },
  unsupported_media_type: { status: 415, meaning: 'The route does not take this media type.' },
  range_not_satisfiable: { status: 416, meaning: 'The file has nothing of the range of bytes that was asked for.' },
  validation_failed: { status: 422, meaning: 'The body does not fit its schema; `details` lists every fault.' },
  rate_limited: { status: 429, meaning: 'Too many requests; `Retry-After` tells when to come back.' },
  headers_too_large: { status: 431, meaning: 'The request headers are larger than the server takes.' },
  internal: { status: 500, meaning: 'A defect of the server.' },
  unavailable: { status: 503, meaning: 'The server cannot work at the moment; `Retry-After` tells when to come back.' },
  request_timeout: { status: 408, meaning: 'The request was not received in time.' },
} as const;

export type KernelErrorCode = keyof typeof ERROR_CATALOGUE;

export interface ErrorEntry {
  readonly status: number;
  readonly meaning: string;
}
