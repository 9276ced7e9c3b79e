import { ERROR_CATALOGUE, type KernelErrorCode } from './catalogue.js';

/**
 * One fault: a path (a JSON Pointer into the body such as `/fields/name`, or `query:limit`, `header:If-Match`), a code and a
 * message.
 */
export interface ErrorDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

interface ErrorOptions {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * A module from a separate package has its own copy of this class, so errors are recognised by this mark and not by `instanceof`.
 */
const MARK = Symbol.for('cubit.error');

/** An error that is reported to the caller. Any other error is a defect and becomes `internal`. */
export class CubitError extends Error {
  override readonly name = 'CubitError';
  readonly [MARK] = true;
  readonly code: string;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(entry: { readonly code: string; readonly status: number }, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = entry.code;
    this.status = entry.status;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}

/** Creates an error with a code of the kernel, where a value is needed: as the reason that `available` returns, or to reject with. */
export function errorOf(code: KernelErrorCode, message: string, options: ErrorOptions = {}): CubitError {
  return new CubitError({ code, status: ERROR_CATALOGUE[code].status }, message, options);
}

/** Throws an error with a code of the kernel. `throw fail(...)` has the same effect. */
export function fail(code: KernelErrorCode, message: string, options: ErrorOptions = {}): never {
  throw errorOf(code, message, options);
}

export function notFound(what: string): CubitError {
  return errorOf('not_found', `${what} not found.`);
}

/** Maximum number of faults in one response. */
export const MAX_DETAILS = 100;

export function validationFailed(details: readonly ErrorDetail[]): CubitError {
  const shown = details.slice(0, MAX_DETAILS);
  const message =
    details.length === 1 && shown[0]
      ? `${shown[0].path || 'The body'}: ${shown[0].message}`
      : `${details.length} faults in the request.`;
  return errorOf('validation_failed', message, { details: shown });
}

export function invalidQuery(parameter: string, message: string): CubitError {
  const detail = { path: `query:${parameter}`, code: 'invalid', message };
  return errorOf('invalid_query', `${parameter}: ${message}`, { details: [detail] });
}

/**
 * Maps the fault paths of a CubitError, for example to the input of the action that invoked another one. Returns any other value
 * unchanged.
 */
export function withFaultsAt(error: unknown, path: (path: string) => string): unknown {
  if (!isCubitError(error)) return error;
  const { code, status, message, headers } = error;
  const details = error.details.map((detail) => ({ ...detail, path: path(detail.path) }));
  return new CubitError({ code, status }, message, { details, headers, cause: error });
}

/** The part of an error that is sent to the client: `{ code, message, details? }`. */
export function errorBody(error: CubitError): { readonly error: Record<string, unknown> } {
  const { code, message, details } = error;
  return { error: details.length > 0 ? { code, message, details } : { code, message } };
}

export function isCubitError(value: unknown): value is CubitError {
  return typeof value === 'object' && value !== null && MARK in value;
}
