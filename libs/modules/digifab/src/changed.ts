/** Whether one of the fields differs. Both sides were normalised when written, so their JSON can be compared. */
export function differs<Fields extends object>(
  before: Fields | undefined,
  after: Fields,
  names: readonly Extract<keyof Fields, string>[],
): boolean {
  return names.some((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]));
}
