/** Words of the language: a field with such a name is written `field("for")`. */
const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(
    ' ',
  ),
);

export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}

/** A field as an expression names it. */
export function fieldName(name: string): string {
  return isReservedName(name) ? `field(${JSON.stringify(name)})` : name;
}
