import { Page } from '../app/Page.js';
import type { UiKind } from '@cubit/web-client';

export function ListPage({ kind }: { readonly kind: UiKind }) {
  return (
    <Page title={kind.plural}>
      <div />
    </Page>
  );
}
