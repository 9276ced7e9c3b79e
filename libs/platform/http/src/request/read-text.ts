import type { TSchema } from 'typebox';

type Json = Readonly<Record<string, unknown>>;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Converts the text of a parameter to the type of its schema. Text that cannot be converted stays, and the schema refuses it. */
export type TextReader = (text: string) => unknown;

export function textReaderOf(schema: TSchema): TextReader {
  const types = typesOf(schema as Json);
  if (types.has('string')) return (text) => text;
  return (text) => {
    if ((types.has('integer') || types.has('number')) && NUMBER.test(text)) return Number(text);
    if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
    return text;
  };
}

/** The schema of the items if a parameter may be repeated; otherwise null. */
export function repeatedItems(schema: TSchema): TSchema | null {
  const { type, items } = schema as Json;
  return type === 'array' ? ((items ?? {}) as TSchema) : null;
}

function typesOf(schema: Json): ReadonlySet<string> {
  const { type, anyOf, oneOf, enum: values } = schema;
  const branches = [anyOf, oneOf].flatMap((union) => (Array.isArray(union) ? (union as Json[]) : []));
  if (branches.length > 0) return new Set(branches.flatMap((branch) => [...typesOf(branch)]));
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type as string[]);
  const literals = 'const' in schema ? [schema['const']] : Array.isArray(values) ? (values as unknown[]) : [''];
  return new Set(literals.map((literal) => typeof literal));
}
