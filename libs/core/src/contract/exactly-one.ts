type Group = string | readonly string[];

/**
 * A fragment of an object schema: exactly one of these members must be given. Of a group, all its members and no member of
 * another group.
 */
export function exactlyOne(...groups: readonly [Group, Group, ...Group[]]) {
  const lists = groups.map((group) => (typeof group === 'string' ? [group] : [...group]));
  // Half a group together with another member would pass as the other member alone.
  const together = lists.flatMap((list) =>
    list.length < 2 ? [] : list.map((name) => [name, list.filter((other) => other !== name)] as const),
  );
  return {
    oneOf: lists.map((required) => ({ required })),
    ...(together.length === 0 ? {} : { dependentRequired: Object.fromEntries(together) }),
  };
}
