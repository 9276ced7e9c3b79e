import type { UiKind } from '@cubit/web-client';
import { useWorkspace } from '@cubit/web-records';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../NotFoundPage.js';

/** The kind that the address names. */
export function OfKind({ children }: { readonly children: (kind: UiKind, id: string) => ReactNode }) {
  const { module, kind: name, id = '' } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const { kind: kindOf } = useWorkspace();
  const kind = kindOf(`${module}:${name}`);
  return kind ? children(kind, id) : <NotFoundPage />;
}
