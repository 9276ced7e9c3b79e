import { createHash } from 'node:crypto';
import type { Components } from './components.js';
import type { ErrorMeaning } from './error-codes.js';
import type { JsonObject } from './json.js';
import { pascalCase } from './names.js';
import { RESPONSE_HEADERS, type ResponseHeader } from './response-headers.js';

/**
 * The error responses of a route by status, with the codes of each. `declared` are responses of the route by status: one with the status of an
 * error (the token endpoint of OAuth, whose refusals have the form of RFC 6749) has either form.
 */
export function errorResponses(
  components: Components,
  errors: readonly ErrorMeaning[],
  declared: Readonly<Record<string, JsonObject>>,
): Record<string, JsonObject> {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = errors.filter((error) => error.status === status).sort((a, b) => (a.code < b.code ? -1 : 1));
      const own = declared[String(status)];
      if (own) return [String(status), eitherOf(own, errorResponse(components, ofStatus))];
      const name = nameOf(status, ofStatus);
      return [String(status), components.refer('responses', name, () => errorResponse(components, ofStatus))];
    }),
  );
}

const JSON_TYPE = 'application/json';

function eitherOf(own: JsonObject, error: JsonObject): JsonObject {
  const schemas = [own, error].map(
    ({ content }) => (content as Readonly<Record<string, { readonly schema: JsonObject }>>)[JSON_TYPE]?.schema,
  );
  return {
    ...error,
    description: `${String(own['description'])}\n\n${String(error['description'])}`,
    content: { [JSON_TYPE]: { schema: { anyOf: schemas } } },
  };
}

/** One or two codes are the name. The name of a longer set depends on its codes alone, so that it is the same in every workspace. */
function nameOf(status: number, errors: readonly ErrorMeaning[]): string {
  const codes = errors.map(({ code }) => code);
  if (codes.length <= 2) return codes.map(pascalCase).join('Or');
  return `Error${status}_${createHash('sha256').update(codes.join()).digest('hex').slice(0, 6)}`;
}

function errorResponse(components: Components, errors: readonly ErrorMeaning[]): JsonObject {
  const codes = errors.map(({ code }) => code);
  const detail = components.referSchema('ErrorDetail', () => ERROR_DETAIL);
  return {
    description: errors.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('\n\n'),
    headers: headersOf(components, codes),
    content: {
      [JSON_TYPE]: {
        schema: errorSchema(codes, detail),
        examples: Object.fromEntries(
          errors.map(({ code, meaning }) => [code, { value: { error: { code, message: meaning } } }]),
        ),
      },
    },
  };
}

const ERROR_DETAIL: JsonObject = {
  type: 'object',
  title: 'One fault',
  required: ['path', 'code', 'message'],
  properties: {
    path: {
      type: 'string',
      description: 'JSON Pointer into the request body (`/fields/name`), or `query:` or `header:` and a name.',
    },
    code: { type: 'string', description: 'Stable code of the fault.' },
    message: { type: 'string', description: 'Human-readable text of the fault.' },
  },
  additionalProperties: false,
};

function errorSchema(codes: readonly string[], detail: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: codes, description: 'Stable; branch on this.' },
          message: { type: 'string', description: 'Human-readable text, which can change.' },
          details: { type: 'array', items: detail, description: 'The faults that were found, at most 100.' },
        },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };
}

const HEADERS_OF_CODE: Readonly<Record<string, ResponseHeader>> = {
  scope_denied: 'X-Accepted-Scopes',
  rate_limited: 'Retry-After',
  unavailable: 'Retry-After',
};

function headersOf(components: Components, codes: readonly string[]): JsonObject {
  const own = codes.flatMap((code) => HEADERS_OF_CODE[code] ?? []);
  const names: readonly ResponseHeader[] = ['X-Request-Id', ...own];
  return Object.fromEntries(
    names.map((name) => [name, components.refer('headers', name, () => RESPONSE_HEADERS[name])]),
  );
}
