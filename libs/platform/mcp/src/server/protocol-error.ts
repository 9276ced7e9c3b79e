import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CubitError } from '@cubit/core';

export type KnownError = (error: unknown) => CubitError;

const CODES = {
  invalid_params: ProtocolErrorCode.InvalidParams,
  resource_not_found: ProtocolErrorCode.InvalidParams,
  internal: ProtocolErrorCode.InternalError,
} as const;

/** An error of the protocol, for what is not the answer of a tool. */
export function protocolError(code: keyof typeof CODES, message: string, data?: unknown): ProtocolError {
  return new ProtocolError(CODES[code], message, data);
}
