/** Index of the first item that equals an earlier one; -1 where all differ. One pass, whatever the items are. */
export function duplicateItem(items: readonly unknown[]): number {
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const key = typeof item === 'object' && item !== null ? `${canonical(item)}\0` : item;
    if (seen.has(key)) return index;
    seen.add(key);
  }
  return -1;
}

/** The same text for objects that differ in the order of their members alone. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
