import type { RegisteredKind } from '@cubit/core/host';
import type { FileHead } from './detect-source.js';
import type { ImportNode } from './import-node.js';

/** Another kind of the workspace whose readers know the format of a file. */
export interface KindOfFormat {
  readonly kind: RegisteredKind;
  /** The name of the format. */
  readonly format: string;
}

/** Rows that are looked at. */
const FIRST = 5;

/** Assets of another program, sent to the import of parts, are stock items. Null: no other kind knows the format. */
export function kindOfFormat(
  node: ImportNode,
  { head: { samples, reader }, kinds }: { readonly head: FileHead; readonly kinds: Iterable<RegisteredKind> },
): KindOfFormat | null {
  if (reader !== null) return null;
  for (const kind of kinds) {
    if (kind.id === node.kind.id || !node.knows(kind.id)) continue;
    const known = kind.definition.importing?.readers?.find((one) =>
      samples.slice(0, FIRST).some((row) => one.matches(row)),
    );
    if (known) return { kind, format: known.name };
  }
  return null;
}
