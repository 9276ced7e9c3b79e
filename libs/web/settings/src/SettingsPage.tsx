import { Page } from '@cubit/web-records';

export function SettingsPage({ section }: { readonly section: string }) {
  return (
    <Page title={section}>
      <div />
    </Page>
  );
}
