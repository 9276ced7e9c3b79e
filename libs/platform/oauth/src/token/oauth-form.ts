import type { RouteReply } from '@cubit/core';
import { Type } from 'typebox';
import { MAX_STATE, strict } from '../oauth-schemas.js';

/** The error codes of the token endpoint (RFC 6749, 5.2; RFC 8707, 2). */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type';

/** An answer of the token endpoint that is not a token. Clients expect this form in place of the product's. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

export const OauthErrorBody = strict({
  error: Type.String({ examples: ['invalid_grant'] }),
  error_description: Type.String(),
});

/** The body of a form route: OpenAPI shows its members, and the handler reads them with `readForm`. */
export const FORM = { raw: true, mediaTypes: ['application/x-www-form-urlencoded'], maxBytes: 16_384 } as const;

/** The parameters of a form. A repeated one is an error (RFC 6749, 3.2); one without a value counts as absent. */
export function readForm(bytes: Uint8Array): ReadonlyMap<string, string> {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString('utf8'))) {
    if (form.has(name)) throw new OauthError('invalid_request', 'A parameter is repeated.');
    if (value.length > MAX_STATE || value.includes('\0'))
      throw new OauthError('invalid_request', 'A parameter is too long or has a NUL.');
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}

export function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OauthError('invalid_request', `The parameter ${name} is required.`);
  return value;
}

/** Runs the handler of a form route, and answers its refusals in the form of RFC 6749, 5.2. */
export async function answerForm(
  body: unknown,
  handle: (form: ReadonlyMap<string, string>) => Promise<RouteReply>,
): Promise<RouteReply> {
  try {
    return await handle(readForm(body as Uint8Array));
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    return { status: 400, body: { error: error.code, error_description: error.message } };
  }
}
