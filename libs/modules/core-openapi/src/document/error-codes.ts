import {
  ERROR_CATALOGUE,
  jsonMediaTypesOf,
  type KernelErrorCode,
  roleIncludes,
  type RouteDefinition,
} from '@cubit/core/host';
import { requestHeadersOf } from './request-headers.js';

const ALWAYS: readonly KernelErrorCode[] = [
  'invalid_request',
  'invalid_query',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
];

/** All error codes of a route: those that follow from its definition, then those that it declares. */
export function errorCodesOf(route: RouteDefinition): readonly string[] {
  const codes = [
    ...ALWAYS,
    ...credentialCodes(route),
    ...addressCodes(route),
    ...requestCodes(route),
    ...(route.errors ?? []),
  ];
  return [...new Set(codes)];
}

function credentialCodes({ access, anyScope, method }: RouteDefinition): readonly KernelErrorCode[] {
  const codes: KernelErrorCode[] = method === 'GET' ? [] : ['csrf_rejected'];
  if (access === 'anonymous') return codes;
  codes.push('unauthorized');
  if (anyScope !== true) codes.push('scope_denied');
  if (access !== 'user' && !roleIncludes('viewer', access)) codes.push('forbidden');
  return codes;
}

function addressCodes({ path, module }: RouteDefinition): readonly KernelErrorCode[] {
  if (!path.includes('{')) return [];
  return module === undefined ? ['not_found'] : ['not_found', 'module_not_enabled'];
}

function requestCodes(route: RouteDefinition): readonly KernelErrorCode[] {
  const { body, method } = route;
  const codes: KernelErrorCode[] = [];
  if (requestHeadersOf(route).includes('IdempotencyKey'))
    codes.push('invalid_header', 'idempotency_key_reused', 'idempotency_key_in_use');
  if (method !== 'GET') codes.push('request_timeout', 'payload_too_large', 'unsupported_media_type');
  if (jsonMediaTypesOf(route).length > 0) codes.push('not_acceptable');
  if (body) codes.push('validation_failed');
  if (body && body.raw !== true) codes.push('invalid_json');
  return codes;
}

export interface ErrorMeaning {
  readonly code: string;
  readonly status: number;
  readonly meaning: string;
}

export function kernelErrors(): readonly ErrorMeaning[] {
  return Object.entries(ERROR_CATALOGUE).map(([code, entry]) => ({ code, ...entry }));
}
