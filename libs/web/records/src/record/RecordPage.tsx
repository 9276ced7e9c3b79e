import { Page } from '../app/Page.js';
import type { UiKind } from '@cubit/web-client';

export function RecordPage({ kind, id }: { readonly kind: UiKind; readonly id: string }) {
  return (
    <Page title={`${kind.title} ${id}`}>
      <div />
    </Page>
  );
}
