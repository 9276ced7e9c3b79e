import { Page } from '@cubit/web-records';

export function WirePage({ id }: { readonly id: string }) {
  return (
    <Page title={id}>
      <div />
    </Page>
  );
}
