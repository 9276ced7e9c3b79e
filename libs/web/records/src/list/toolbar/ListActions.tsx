import { apiPaths, pagePaths, type UiKind } from '@cubit/web-client';
import { Button, IconButton, type KeyMap, LinkButton, Menu, useKeys } from '@cubit/web-kit';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { useSearchParams, withSearch } from '../../app/address.js';
import { DrawLink } from '../../cells/DrawLink.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { useNarrow } from '../use-narrow.js';
import type { ListState } from '../model/use-list-state.js';

interface CreateProps {
  readonly kind: UiKind;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly initial?: Readonly<Record<string, unknown>> | undefined;
}

/** The form of a new record, loaded when it is first opened. */
const CreateDialog = lazy(async () => {
  const forms = (await import('../../forms/index.js')) as { readonly CreateDialog?: ComponentType<CreateProps> };
  if (!forms.CreateDialog) throw new Error('The forms have no dialog to create records.');
  return { default: forms.CreateDialog };
});

/** Create, import, export and trash of a list. */
export function ListActions({ state }: { readonly state: ListState }) {
  const { kind, set, filter, sort } = state;
  const { slug } = useWorkspace();
  const { new: isNew, title } = useSearchParams();
  const isNarrow = useNarrow();
  const base = pagePaths.kind(slug, kind.id);
  const exported = (format: string) =>
    withSearch(`/api/v1${apiPaths.kind(slug, kind.id)}/export`, { format, filter: filter || undefined, sort });
  const keys = useMemo(
    (): KeyMap =>
      kind.can.create ? { c: { title: `New ${kind.title.toLowerCase()}`, run: () => set({ new: '1' }) } } : {},
    [kind, set],
  );
  useKeys('List', keys);
  return (
    <>
      <Menu
        label="More"
        placement="bottom end"
        trigger={<IconButton icon="ellipsis" label="More" variant="plain" />}
        groups={[
          {
            title: 'Export',
            entries: [
              { id: 'csv', title: 'CSV', icon: 'download', href: exported('csv') },
              { id: 'json', title: 'JSON', icon: 'download', href: exported('json') },
            ],
          },
          {
            entries: [
              ...(isNarrow && kind.can.create
                ? [{ id: 'import', title: 'Import', icon: 'upload' as const, href: `${base}/import` }]
                : []),
              { id: 'trash', title: 'Trash', icon: 'trash-2' as const, href: `${base}/trash` },
            ],
          },
        ]}
      />
      {kind.can.create && (
        <>
          {!isNarrow && (
            <LinkButton icon="upload" href={`${base}/import`}>
              Import
            </LinkButton>
          )}
          <Button variant="primary" icon="plus" keys="c" drive="create" onPress={() => set({ new: '1' })}>
            New {kind.title.toLowerCase()}
          </Button>
        </>
      )}
      <DrawLink kind={kind} />
      <Suspense>
        {isNew !== undefined && (
          <CreateDialog
            kind={kind}
            open
            initial={title !== undefined && kind.title_field !== null ? { [kind.title_field]: title } : undefined}
            onClose={() => set({ new: undefined, title: undefined }, { replace: true })}
          />
        )}
      </Suspense>
    </>
  );
}
