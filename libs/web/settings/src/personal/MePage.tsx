import { Page } from '@cubit/web-records';

export function MePage({ section }: { readonly section: string }) {
  return (
    <Page title={section}>
      <div />
    </Page>
  );
}
