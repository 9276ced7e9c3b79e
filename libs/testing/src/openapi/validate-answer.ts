import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { dereference, findOperation, type OpenApiDocument } from './openapi-document.js';

type Json = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
}

/**
 * Returns every difference between a response and the document: unknown operations and statuses, missing headers or bodies,
 * bodies that do not match their schema. Uses another validator than the product. A 5xx is always a fault.
 */
export function validateAnswer(document: OpenApiDocument, answer: Answer): readonly string[] {
  const { body, method, path, status } = answer;
  const found = findOperation(document, method, path);
  if (!found) return [`${method} ${path} is not in the document`];
  const where = `${found.operation.operationId} ${status}`;
  if (status >= 500) return [`${where}: ${JSON.stringify(body)}`];
  const response = found.operation.responses[String(status)];
  if (!response) return [`${where} is not documented: ${JSON.stringify(body)}`];
  const described = dereference(document, response);
  return [...headerFaults(document, described, answer), ...bodyFaults(document, described, answer)].map(
    (fault) => `${where}: ${fault}`,
  );
}

function headerFaults(document: OpenApiDocument, response: Json, { headers }: Answer): readonly string[] {
  return Object.entries((response['headers'] ?? {}) as Record<string, Json>).flatMap(([name, reference]) => {
    const isRequired = dereference(document, reference)['required'] === true;
    return isRequired && headers[name.toLowerCase()] === undefined ? [`header ${name} is missing`] : [];
  });
}

function bodyFaults(document: OpenApiDocument, response: Json, { body, headers }: Answer): readonly string[] {
  const content = response['content'] as Readonly<Record<string, { readonly schema?: Json }>> | undefined;
  const answered = String(headers['content-type'] ?? '');
  if (!content) return body === undefined ? [] : ['a body that is not documented'];
  const mediaType = Object.keys(content).find((documented) => essence(documented) === essence(answered));
  if (mediaType === undefined) return [`media type '${answered}', not ${Object.keys(content).join(' or ')}`];
  const schema = content[mediaType]?.schema;
  if (!schema || !/\bjson\b/.test(mediaType)) return [];
  const validate = validatorOf(document).compile(withComponents(document, schema));
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

function essence(mediaType: string): string {
  return mediaType.split(';', 1)[0]?.trim() ?? '';
}

const validators = new WeakMap<OpenApiDocument, Ajv2020>();
const prepared = new WeakMap<object, object>();

function validatorOf(document: OpenApiDocument): Ajv2020 {
  const known = validators.get(document);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('currency', /^[A-Z]{3}$/);
  addFormats.default(ajv);
  validators.set(document, ajv);
  return ajv;
}

/** References in a schema point into the document, so its components are included. */
function withComponents({ components }: OpenApiDocument, schema: Json): object {
  const known = prepared.get(schema);
  if (known) return known;
  const whole = { allOf: [schema], components };
  prepared.set(schema, whole);
  return whole;
}
