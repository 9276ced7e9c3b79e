/** One fault of a request: `path` is a JSON Pointer into the body, or `query:limit`. */
export interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** An answer that is an error, or no answer at all (`status` 0, `code` `offline`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  /** To copy into a report; null if the server was not reached. */
  readonly requestId: string | null;
  /** Seconds to wait; null if the server does not say. */
  readonly retryAfter: number | null;

  constructor(parts: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly details?: readonly Fault[];
    readonly requestId?: string | null;
    readonly retryAfter?: number | null;
  }) {
    super(parts.message);
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details ?? [];
    this.requestId = parts.requestId ?? null;
    this.retryAfter = parts.retryAfter ?? null;
  }
}

/** The server was not reached. */
export function offlineError(): ApiError {
  return new ApiError({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly details?: readonly Fault[] };
}

export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: body?.error?.code ?? 'unavailable',
    message: body?.error?.message ?? `The server answered ${response.status}.`,
    details: body?.error?.details ?? [],
    requestId: response.headers.get('x-request-id'),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}
