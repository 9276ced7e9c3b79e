/** Index of the first item that equals an earlier one; -1 if all differ. Linear time. */
export function duplicateItem(items: readonly unknown[]): number {
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const key = typeof item === 'object' && item !== null ? `${canonical(item)}\0` : item;
    if (seen.has(key)) return index;
    seen.add(key);
  }
  return -1;
}

/** Serializes a value with sorted members, so that objects with equal members have the same text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
