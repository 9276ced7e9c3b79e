/** Removes undefined members. */
export function compact<Value extends object>(
  value: Value,
): { [Name in keyof Value]: Exclude<Value[Name], undefined> } {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Value]: Exclude<Value[Name], undefined> };
}
