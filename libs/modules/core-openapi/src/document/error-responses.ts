import type { Components } from './components.js';
import type { ErrorMeaning } from './error-codes.js';
import type { JsonObject } from './json.js';
import { pascalCase } from './names.js';
import { ANSWER_HEADERS, type AnswerHeader } from './answer-headers.js';

/** The error answers of a route by status, each naming the codes that it may hold. */
export function errorResponses(components: Components, errors: readonly ErrorMeaning[]): Record<string, JsonObject> {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = errors.filter((error) => error.status === status).sort((a, b) => (a.code < b.code ? -1 : 1));
      const name = ofStatus.map(({ code }) => pascalCase(code)).join('Or');
      return [String(status), components.refer('responses', name, () => errorResponse(components, ofStatus))];
    }),
  );
}

function errorResponse(components: Components, errors: readonly ErrorMeaning[]): JsonObject {
  const codes = errors.map(({ code }) => code);
  const detail = components.referSchema('ErrorDetail', () => ERROR_DETAIL);
  return {
    description: errors.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('\n\n'),
    headers: headersOf(components, codes),
    content: {
      'application/json': {
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
    code: { type: 'string', description: 'What is wrong there, for programs.' },
    message: { type: 'string', description: 'What is wrong there, for people.' },
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
          message: { type: 'string', description: 'For people; may change.' },
          details: { type: 'array', items: detail, description: 'Every fault that was found, 100 at most.' },
        },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };
}

const HEADERS_OF_CODE: Readonly<Record<string, AnswerHeader>> = {
  scope_denied: 'X-Accepted-Scopes',
  rate_limited: 'Retry-After',
  unavailable: 'Retry-After',
};

function headersOf(components: Components, codes: readonly string[]): JsonObject {
  const own = codes.flatMap((code) => HEADERS_OF_CODE[code] ?? []);
  const names: readonly AnswerHeader[] = ['X-Request-Id', ...own];
  return Object.fromEntries(names.map((name) => [name, components.refer('headers', name, () => ANSWER_HEADERS[name])]));
}
