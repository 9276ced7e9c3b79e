import { isObject, type JsonObject } from './json.js';
import { mapSubschemas } from './map-schemas.js';
import { pascalCase } from './names.js';

const SCHEMAS = '#/components/schemas/';
/** Shorter schemas stay where they are: a reference to them would not be shorter by much. */
const LEAST_LENGTH = 150;

/** Equal schemas have one entry. */
interface Entry {
  readonly id: number;
  readonly length: number;
  /** In how many different places it is written, if what is equal is written once. */
  places: number;
}

/**
 * Gives names to objects that are written in several places, and references to the places. The schemas of requests and
 * answers get a name even where they are written once, so that generated clients have a type for each.
 */
export class SharedSchemas {
  /** By the text of the schema with numbers in place of its subschemas. */
  readonly #entries = new Map<string, Entry>();
  readonly #entryOf = new WeakMap<JsonObject, Entry>();
  readonly #names = new Map<Entry, string>();
  readonly #schemas: Record<string, JsonObject>;

  /** Names are added to `schemas`. */
  constructor(schemas: Record<string, JsonObject>) {
    this.#schemas = schemas;
    for (const [name, schema] of Object.entries(schemas)) this.#names.set(this.#enter(schema), name);
  }

  /** To be called with every schema of the document before the first is replaced. */
  count(schema: JsonObject): void {
    this.#enter(schema).places += 1;
  }

  /** Replaces what is shared inside of the components. */
  replaceInComponents(): void {
    for (const [name, schema] of Object.entries(this.#schemas)) this.#schemas[name] = this.#inside(schema, name);
  }

  /**
   * A schema with references in place of shared objects. An object, or a choice, gets the name even if it is written once, and
   * also if an equal one has another name already.
   */
  replace(schema: JsonObject, name: string): JsonObject {
    if (!isNameable(schema) && !Array.isArray(schema['anyOf'])) return this.#inside(schema, name);
    const isFree = !(name in this.#schemas);
    const reference = this.#named(schema, name);
    const own = { $ref: `${SCHEMAS}${name}` };
    if (!isFree || reference['$ref'] === own.$ref) return reference;
    this.#schemas[name] = reference;
    return own;
  }

  #part(schema: JsonObject, hint: string): JsonObject {
    const { places, length } = this.#enter(schema);
    const isShared = places > 1 && length >= LEAST_LENGTH && isNameable(schema);
    return isShared ? this.#named(schema, hint) : this.#inside(schema, hint);
  }

  #inside(schema: JsonObject, hint: string): JsonObject {
    const { properties, ...rest } = schema;
    const others = mapSubschemas(rest, (subschema) => this.#part(subschema, 'items' in rest ? `${hint}Item` : hint));
    if (!isObject(properties)) return others;
    const members = Object.entries(properties).map(([name, member]): [string, unknown] => [
      name,
      isObject(member) ? this.#part(member, `${hint}${pascalCase(name)}`) : member,
    ]);
    const replaced: JsonObject = { ...others, properties: Object.fromEntries(members) };
    // Keywords keep their order, so that documents can be compared line by line.
    return Object.fromEntries(Object.keys(schema).map((keyword) => [keyword, replaced[keyword]]));
  }

  #named(schema: JsonObject, wanted: string): JsonObject {
    const entry = this.#enter(schema);
    const known = this.#names.get(entry);
    if (known !== undefined) return { $ref: `${SCHEMAS}${known}` };
    // A field of a type of its own, such as money.
    const type = schema['x-type'];
    const base = typeof type === 'string' ? pascalCase(type) : wanted;
    let name = base;
    for (let n = 2; name in this.#schemas; n += 1) name = `${base}${n}`;
    this.#names.set(entry, name);
    // Reserved first: parts get other names.
    this.#schemas[name] = {};
    this.#schemas[name] = this.#inside(schema, name);
    return { $ref: `${SCHEMAS}${name}` };
  }

  #enter(schema: JsonObject): Entry {
    const known = this.#entryOf.get(schema);
    if (known) return known;
    const parts: Entry[] = [];
    const text = JSON.stringify(
      mapSubschemas(schema, (subschema) => {
        const part = this.#enter(subschema);
        parts.push(part);
        return { '#': part.id };
      }),
    );
    let entry = this.#entries.get(text);
    if (!entry) {
      const length = parts.reduce((sum, part) => sum + part.length, text.length);
      entry = { id: this.#entries.size, length, places: 0 };
      this.#entries.set(text, entry);
      // The parts of an equal schema are not written again.
      for (const part of parts) part.places += 1;
    }
    this.#entryOf.set(schema, entry);
    return entry;
  }
}

function isNameable(schema: JsonObject): boolean {
  const types = [schema['type']].flat();
  return types.includes('object') && isObject(schema['properties']) && Object.keys(schema['properties']).length > 0;
}
