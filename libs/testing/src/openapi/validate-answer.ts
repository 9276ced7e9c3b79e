import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { dereference, findOperation, type OpenApiDocument } from './openapi-document.js';

type Json = Readonly<Record<string, unknown>>;

const UPSTREAM_FAILED = 502;

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
 * bodies that do not match their schema. Uses another validator than the product. A 5xx is always a fault, except a documented
 * 502: another system did not answer.
 */
export function validateAnswer(document: OpenApiDocument, answer: Answer): readonly string[] {
  const { body, method, path, status } = answer;
  const found = findOperation(document, method, path);
  if (!found) return [`${method} ${path} is not in the document`];
  const where = `${found.operation.operationId} ${status}`;
  if (status >= 500 && status !== UPSTREAM_FAILED) return [`${where}: ${JSON.stringify(body)}`];
  const response = found.operation.responses[String(status)];
  if (!response) return [`${where} is not documented: ${JSON.stringify(body)}`];
  const described = dereference(document, response);
  const place = placeOf(response) ?? ['paths', found.template, method.toLowerCase(), 'responses', String(status)];
  return [...headerFaults(document, described, answer), ...bodyFaults(document, { described, place }, answer)].map(
    (fault) => `${where}: ${fault}`,
  );
}

/** The path in the document of what a reference names; undefined for what is no reference. */
function placeOf({ $ref }: Json): readonly string[] | undefined {
  return typeof $ref === 'string' ? $ref.split('/').slice(1) : undefined;
}

function headerFaults(document: OpenApiDocument, response: Json, { headers }: Answer): readonly string[] {
  return Object.entries((response['headers'] ?? {}) as Record<string, Json>).flatMap(([name, reference]) => {
    const isRequired = dereference(document, reference)['required'] === true;
    return isRequired && headers[name.toLowerCase()] === undefined ? [`header ${name} is missing`] : [];
  });
}

interface Described {
  readonly described: Json;
  readonly place: readonly string[];
}

function bodyFaults(
  document: OpenApiDocument,
  { described, place }: Described,
  { body, headers }: Answer,
): readonly string[] {
  const content = described['content'] as Readonly<Record<string, { readonly schema?: Json }>> | undefined;
  const answered = String(headers['content-type'] ?? '');
  if (!content) return body === undefined ? [] : ['a body that is not documented'];
  const mediaType = Object.keys(content).find((documented) => essence(documented) === essence(answered));
  if (mediaType === undefined) return [`media type '${answered}', not ${Object.keys(content).join(' or ')}`];
  const schema = content[mediaType]?.schema;
  if (!schema || !/\bjson\b/.test(mediaType)) return [];
  const validate = validatorOf(document, [...place, 'content', mediaType, 'schema']);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

function essence(mediaType: string): string {
  return mediaType.split(';', 1)[0]?.trim() ?? '';
}

const validators = new WeakMap<OpenApiDocument, Ajv2020>();
const DOCUMENT = 'document';

/** Validates by the schema at a path of the document. Schemas of the components are compiled once for all that refer to them. */
function validatorOf(document: OpenApiDocument, place: readonly string[]): ValidateFunction {
  const ajv = validators.get(document) ?? createValidators(document);
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = ajv.getSchema(`${DOCUMENT}#/${pointer.join('/')}`);
  if (!validate) throw new Error(`The document has no schema at ${place.join(' ')}.`);
  return validate;
}

function createValidators(document: OpenApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('currency', /^[A-Z]{3}$/);
  addFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  validators.set(document, ajv);
  return ajv;
}
