import { isObject, type JsonObject } from './json.js';
import { pascalCase } from './names.js';
import { SharedSchemas } from './share-schemas.js';

type Part = Record<string, JsonObject>;

export interface Sections {
  readonly schemas: Part;
  readonly parameters: Part;
  readonly responses: Part;
}

/** The operations with names for the schemas of requests and answers, and references to parts that several of them have. */
export function shareParts(paths: JsonObject, sections: Sections): JsonObject {
  const schemas = new SharedSchemas(sections.schemas);
  eachOperation(paths, (operation) => {
    mapSchemas(operation, (schema) => {
      schemas.count(schema);
      return schema;
    });
    return operation;
  });
  schemas.replaceInComponents();
  const named = eachOperation(paths, (operation) => {
    const base = pascalCase(String(operation['operationId']).replace(/^run(?=[A-Z])/, ''));
    return mapSchemas(operation, (schema, use) => schemas.replace(schema, `${base}${use}`));
  });
  return shareRepeated(named, sections);
}

function eachOperation(paths: JsonObject, change: (operation: JsonObject) => JsonObject): JsonObject {
  return mapValues(paths, (operations) => mapValues(operations, change));
}

function mapValues(object: JsonObject, change: (value: JsonObject, key: string) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, isObject(value) ? change(value, key) : value]),
  );
}

/** Replaces the schemas of the request and of the good answers. A second good answer has its status in its name. */
function mapSchemas(operation: JsonObject, change: (schema: JsonObject, use: string) => JsonObject): JsonObject {
  const { requestBody, responses } = operation;
  const good = isObject(responses) ? Object.keys(responses).filter((status) => status < '4') : [];
  const ofMedia = (part: JsonObject, use: string): JsonObject =>
    isObject(part['content'])
      ? {
          ...part,
          content: mapValues(part['content'], (media) =>
            isObject(media['schema']) ? { ...media, schema: change(media['schema'], use) } : media,
          ),
        }
      : part;
  return {
    ...operation,
    ...(isObject(requestBody) && { requestBody: ofMedia(requestBody, 'Input') }),
    ...(isObject(responses) && {
      responses: mapValues(responses, (response, status) =>
        good.includes(status) ? ofMedia(response, status === good[0] ? 'Result' : `Result${status}`) : response,
      ),
    }),
  };
}

/** Parameters and good answers that several operations have become components. */
function shareRepeated(paths: JsonObject, { parameters, responses }: Sections): JsonObject {
  const parts = {
    parameters: new RepeatedParts('parameters', parameters),
    responses: new RepeatedParts('responses', responses),
  };
  const visit = (
    parameter: (part: JsonObject) => JsonObject,
    response: (part: JsonObject, status: string) => JsonObject,
  ) =>
    eachOperation(paths, (operation) => ({
      ...operation,
      ...(Array.isArray(operation['parameters']) && {
        parameters: operation['parameters'].map((part: unknown) => (isObject(part) ? parameter(part) : part)),
      }),
      ...(isObject(operation['responses']) && { responses: mapValues(operation['responses'], response) }),
    }));
  const count = (repeated: RepeatedParts) => (part: JsonObject) => {
    repeated.count(part);
    return part;
  };
  visit(count(parts.parameters), count(parts.responses));
  return visit(
    (part) => parts.parameters.replace(part, pascalCase(String(part['name']))),
    (part, status) => parts.responses.replace(part, `${schemaNameOf(part)}${status}`),
  );
}

/** The name of the answer's schema; `Answer` if it has none. */
function schemaNameOf({ content }: JsonObject): string {
  const [media] = isObject(content) ? Object.values(content) : [];
  const reference = isObject(media) && isObject(media['schema']) ? media['schema']['$ref'] : undefined;
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? 'Answer') : 'Answer';
}

class RepeatedParts {
  readonly #section: string;
  readonly #components: Part;
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(section: string, components: Part) {
    this.#section = section;
    this.#components = components;
  }

  count(part: JsonObject): void {
    const text = JSON.stringify(part);
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  replace(part: JsonObject, wanted: string): JsonObject {
    if ('$ref' in part) return part;
    const text = JSON.stringify(part);
    if ((this.#counts.get(text) ?? 0) < 2) return part;
    const name = this.#names.get(text) ?? this.#add(part, wanted);
    this.#names.set(text, name);
    return { $ref: `#/components/${this.#section}/${name}` };
  }

  #add(part: JsonObject, wanted: string): string {
    let name = wanted;
    for (let n = 2; name in this.#components; n += 1) name = `${wanted}${n}`;
    this.#components[name] = part;
    return name;
  }
}
