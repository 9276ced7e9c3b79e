import { useWorkspace } from '@cubit/web-records';
import { ImportPage } from '@cubit/web-records/import';
import { ListPage, TrashPage } from '@cubit/web-records/list';
import { RecordPage } from '@cubit/web-records/record';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UiKind } from '@cubit/web-client';
import { NotFoundPage } from './NotFoundPage.js';

/** The pages of a record kind. The address names the kind. */
export function KindListPage() {
  return <OfKind>{(kind) => <ListPage key={kind.id} kind={kind} />}</OfKind>;
}

export function KindTrashPage() {
  return <OfKind>{(kind) => <TrashPage key={kind.id} kind={kind} />}</OfKind>;
}

export function KindImportPage() {
  return <OfKind>{(kind) => <ImportPage key={kind.id} kind={kind} />}</OfKind>;
}

export function KindRecordPage() {
  return <OfKind>{(kind, id) => <RecordPage key={id} kind={kind} id={id} />}</OfKind>;
}

function OfKind({ children }: { readonly children: (kind: UiKind, id: string) => ReactNode }) {
  const { module, kind: name, id = '' } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const { kind: kindOf } = useWorkspace();
  const kind = kindOf(`${module}:${name}`);
  return kind ? children(kind, id) : <NotFoundPage />;
}
