import { drawnAt, pagePaths } from '@cubit/web-client';
import { PlanPage as Plan } from '@cubit/web-plans';
import { useGo, useSearchParams, useWorkspace } from '@cubit/web-records';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFoundPage } from './NotFoundPage.js';
import { RoutePending } from './RoutePending.js';

/** The page of a document, at the path of its module. Without `?edit`, it leads to its record. */
export function PlanPage() {
  const { module = '', _splat = '' } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const { edit } = useSearchParams();
  const { slug, ui } = useWorkspace();
  const go = useGo();
  const found = drawnAt(ui.kinds, module, `/${_splat}`);
  const { kind, id = null } = found ?? {};
  const isElsewhere = kind !== undefined && edit === undefined;
  const record = kind && (id === null ? pagePaths.kind(slug, kind.id) : pagePaths.record(slug, kind.id, id));
  useEffect(() => {
    if (isElsewhere && record !== undefined) go(record, { replace: true });
  }, [isElsewhere, record, go]);
  if (!kind) return <NotFoundPage />;
  return isElsewhere ? <RoutePending /> : <Plan key={kind.id} kind={kind} id={id} />;
}
