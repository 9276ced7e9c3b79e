type Json = Readonly<Record<string, unknown>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Json; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, Json>>;
}

/** The parts of an OpenAPI document that the tests need. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Follows a reference inside the document. */
export function dereference(document: OpenApiDocument, value: Json): Json {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const [section = '', name = ''] = reference.replace('#/components/', '').split('/');
  const found = document.components?.[section]?.[name];
  if (!found) throw new Error(`The document refers to ${reference}, which is not in it.`);
  return dereference(document, found);
}

export interface FoundOperation {
  readonly template: string;
  readonly operation: OpenApiOperation;
}

/** The operation of a path: of several matching templates the one with the fewest parameters, as OpenAPI requires. */
export function findOperation(document: OpenApiDocument, method: string, path: string): FoundOperation | null {
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  const fitting = Object.entries(document.paths).flatMap(([template, operations]) => {
    const operation = operations[method.toLowerCase()];
    return operation && fits(template.split('/'), segments) ? [{ template, operation }] : [];
  });
  const parameters = ({ template }: FoundOperation) => template.split('{').length;
  return fitting.sort((a, b) => parameters(a) - parameters(b))[0] ?? null;
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}
