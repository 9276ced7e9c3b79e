import { Page } from '@cubit/web-records';

export function SearchPage() {
  return (
    <Page title="Search">
      <div />
    </Page>
  );
}
