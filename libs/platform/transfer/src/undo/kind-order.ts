import type { RegisteredKind } from '@cubit/core/host';

/** Kinds whose references prevent the deletion of records of others come before these. Where kinds do so in a circle, the order is that of the list. */
export function kindsInOrder(kinds: Iterable<RegisteredKind>): readonly RegisteredKind[] {
  const all = new Map([...kinds].map((kind) => [kind.id, kind]));
  const seen = new Set<string>();
  const ordered: RegisteredKind[] = [];
  const visit = (kind: RegisteredKind): void => {
    if (seen.has(kind.id)) return;
    seen.add(kind.id);
    for (const { kind: target, onDelete } of kind.shape.storedReferences) {
      const found = all.get(target ?? '');
      if (found && onDelete === 'restrict') visit(found);
    }
    ordered.unshift(kind);
  };
  for (const kind of all.values()) visit(kind);
  return ordered;
}
