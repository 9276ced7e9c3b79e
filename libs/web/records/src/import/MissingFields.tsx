import { pagePaths, type UiKind } from '@cubit/web-client';
import { Banner, LinkButton } from '@cubit/web-kit';
import { useWorkspace } from '../app/workspace-context.js';
import type { ImportPreview, Mapping } from './import-types.js';
import type { TitleOf } from './target-words.js';

export interface MissingFieldsProps {
  readonly kind: UiKind;
  readonly preview: ImportPreview;
  readonly mapping: Mapping;
  readonly titleOf: TitleOf;
}

/** What new records need and no column gives, and where a file that belongs to another kind is imported. */
export function MissingFields({ kind, preview, mapping, titleOf }: MissingFieldsProps) {
  const { slug, kind: kindOf } = useWorkspace();
  const given = new Set(Object.values(mapping));
  const missing = preview.missing.filter((name) => !given.has(name));
  if (missing.length === 0) return null;
  const other = kindOf(preview.belongs_to ?? '');
  const titles = missing.map((name) => titleOf(name) ?? name).join(', ');
  return (
    <Banner tone="warn" action={other && <ImportThere slug={slug} kind={other} />}>
      {`A new ${kind.title.toLowerCase()} needs ${titles}: no column leads to it.`}
      {other && ` The rows of this file are ${other.plural.toLowerCase()}, which have an import of their own.`}
    </Banner>
  );
}

function ImportThere({ slug, kind }: { readonly slug: string; readonly kind: UiKind }) {
  return (
    <LinkButton size="small" icon="upload" href={`${pagePaths.kind(slug, kind.id)}/import`}>
      {`Import ${kind.plural.toLowerCase()}`}
    </LinkButton>
  );
}
