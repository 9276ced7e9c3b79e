import { asJson, isObject, type JsonObject } from './json.js';
import { mapSubschemas } from './map-schemas.js';
import { modernSchema, withDescribedDefault } from './modern-schema.js';
import { pascalCase } from './names.js';

const SCHEMAS = '#/components/schemas/';

/** The direction of a value, and preferred names if several schemas are equal. */
export interface Use {
  readonly direction: 'request' | 'response';
  readonly preferred?: readonly string[];
}

const RESPONSE: Use = { direction: 'response' };

/**
 * Collects the components that operations share. A registered schema is written once and referenced; only referenced names
 * are part of the document.
 */
export class Components {
  readonly schemas: Record<string, JsonObject> = {};
  readonly responses: Record<string, JsonObject> = {};
  readonly parameters: Record<string, JsonObject> = {};
  readonly headers: Record<string, JsonObject> = {};
  /** Names by the JSON text of their schema. Several kinds can have equal schemas. */
  readonly #known = new Map<string, string[]>();

  /** Registers a name for a schema: every use of the schema becomes a reference to it. */
  register(name: string, schema: unknown, use: Use = RESPONSE): void {
    const text = JSON.stringify(this.#convertChildren(asJson(schema) as JsonObject, use));
    this.#known.set(text, [...(this.#known.get(text) ?? []), name]);
  }

  /** The schema as it is written in the document. */
  schema(schema: unknown, use: Use = RESPONSE): JsonObject {
    const plain = asJson(schema);
    return isObject(plain) ? this.#convert(plain, use) : {};
  }

  /** Adds a component under a name and returns a reference to it. */
  refer(section: 'responses' | 'parameters' | 'headers', name: string, make: () => JsonObject): JsonObject {
    this[section][name] ??= make();
    return { $ref: `#/components/${section}/${name}` };
  }

  referSchema(name: string, make: () => JsonObject): JsonObject {
    this.schemas[name] ??= make();
    return { $ref: `${SCHEMAS}${name}` };
  }

  #convert(schema: JsonObject, use: Use): JsonObject {
    const converted = this.#convertChildren(schema, use);
    if (converted['type'] !== 'object' || !('properties' in converted)) return converted;
    const marked = recordSchemaName(converted);
    if (marked !== null) return this.#named(marked, converted);
    const names = this.#known.get(JSON.stringify(converted)) ?? [];
    const name = use.preferred?.find((wanted) => names.includes(wanted)) ?? names[0];
    return name === undefined ? converted : this.#named(name, converted);
  }

  #convertChildren(schema: JsonObject, use: Use): JsonObject {
    const { $defs, $id, ...own } = schema;
    const definitions = isObject($defs) ? $defs : {};
    const local = this.#hoist(definitions, use);
    const inside = renameReferences(own, local);
    const parts = mapSubschemas(inside, (subschema) => this.#convert(subschema, use));
    const converted = modernSchema(use.direction === 'request' ? withDescribedDefault(parts) : parts);
    return typeof $id === 'string' && !('$ref' in converted) ? this.#named(pascalCase($id), converted) : converted;
  }

  /** Definitions inside a schema (recursive ones) become components, so that their references hold in the document. */
  #hoist(definitions: JsonObject, use: Use): ReadonlyMap<string, string> {
    const names = new Map(
      Object.keys(definitions).map((key) => [key, this.#freeName(pascalCase(key), JSON.stringify(definitions[key]))]),
    );
    for (const [key, definition] of Object.entries(definitions)) {
      const name = names.get(key);
      if (name === undefined || !isObject(definition) || this.schemas[name]) continue;
      // Reserved first, because the definition may reference itself.
      this.schemas[name] = {};
      const { $id: _replaced, ...own } = definition;
      this.schemas[name] = this.#convertChildren(renameReferences(own, names), use);
    }
    return names;
  }

  readonly #hoisted = new Map<string, string>();

  #freeName(wanted: string, text: string): string {
    const key = `${wanted} ${text}`;
    const taken = this.#hoisted.get(key);
    if (taken !== undefined) return taken;
    const name = numbered(
      wanted,
      (candidate) => candidate in this.schemas || [...this.#hoisted.values()].includes(candidate),
    );
    this.#hoisted.set(key, name);
    return name;
  }

  #named(wanted: string, schema: JsonObject): JsonObject {
    const text = JSON.stringify(schema);
    const name = numbered(
      wanted,
      (candidate) => candidate in this.schemas && JSON.stringify(this.schemas[candidate]) !== text,
    );
    this.schemas[name] ??= schema;
    return { $ref: `${SCHEMAS}${name}` };
  }
}

/** A second component with the same name gets a number. */
function numbered(wanted: string, isTaken: (candidate: string) => boolean): string {
  let name = wanted;
  for (let n = 2; isTaken(name); n += 1) name = `${wanted}${n}`;
  return name;
}

function renameReferences(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  if (names.size === 0) return schema;
  const reference = schema['$ref'];
  const key = typeof reference === 'string' ? reference.replace(/^#\/\$defs\//, '') : '';
  const name = names.get(key);
  const own = name === undefined ? schema : { ...schema, $ref: `${SCHEMAS}${name}` };
  return mapSubschemas(own, (subschema) => renameReferences(subschema, names));
}

/**
 * The name of a schema that the kernel has marked as one of a kind: `InventoryPart` for the record, `InventoryPartCreate` and
 * `InventoryPartPatch` for requests, `PurchasesOrderCreated` for a new record with its children. If `fields` and `expand` can change the record it is `InventoryPartPresented`.
 */
function recordSchemaName(schema: JsonObject): string | null {
  const { properties, 'x-create': created, 'x-patch': patched, 'x-record': answered, 'x-created': made } = schema;
  if (typeof made === 'string') return `${pascalCase(made)}Created`;
  if (typeof created === 'string') return `${pascalCase(created)}Create`;
  if (typeof patched === 'string') return `${pascalCase(patched)}Patch`;
  if (typeof answered !== 'string') return null;
  const fields = isObject(properties) ? properties['fields'] : undefined;
  const isWhole = isObject(fields) && '$ref' in fields;
  return isWhole ? pascalCase(answered) : `${pascalCase(answered)}Presented`;
}
