import { readColor } from './read-color.js';

interface Node {
  readonly format?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}
type Members = Readonly<Record<string, unknown>>;

/** The member beside a colour that has its alpha. */
export const ALPHA_NAME = 'color_alpha';

/**
 * The value with its colours as `#rrggbb` and their alpha in `color_alpha` beside them. In a patch, a colour without alpha removes the
 * alpha that the record has. Returns the same value if nothing differs.
 */
export function normaliseColors<Value>(schema: object, value: Value, { isPatch = false } = {}): Value {
  return normalised(schema, value, isPatch) as Value;
}

function normalised(schema: Node, value: unknown, isPatch: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties } = schema;
  if (Array.isArray(value)) {
    const all = items === undefined ? value : value.map((item) => normalised(items, item, false));
    return all.some((item, index) => item !== value[index]) ? all : value;
  }
  if (!properties) return value;
  const changed = Object.entries(value as Members).flatMap(([name, member]): (readonly [string, unknown])[] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own === undefined) return [];
    if (own.format === 'color' && typeof member === 'string')
      return colorMembers(name, member, { siblings: value as Members, properties, isPatch });
    const next = normalised(own, member, isPatch);
    return next === member ? [] : [[name, next]];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

interface ColorContext {
  readonly siblings: Members;
  readonly properties: Readonly<Record<string, Node>>;
  readonly isPatch: boolean;
}

function colorMembers(
  name: string,
  text: string,
  { siblings, properties, isPatch }: ColorContext,
): (readonly [string, unknown])[] {
  const color = readColor(text);
  if (!color) return [];
  const hex = color.hex === text ? [] : [[name, color.hex] as const];
  const isAlphaGiven = siblings[ALPHA_NAME] !== undefined || !Object.hasOwn(properties, ALPHA_NAME);
  if (isAlphaGiven) return hex;
  if (color.alpha < 1) return [...hex, [ALPHA_NAME, color.alpha]];
  return isPatch ? [...hex, [ALPHA_NAME, null]] : hex;
}

/** Whether the schema has a colour at any depth. */
export function hasColors({ format, properties = {}, items }: Node): boolean {
  return format === 'color' || [...Object.values(properties), ...(items ? [items] : [])].some(hasColors);
}
