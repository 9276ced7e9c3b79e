import { Page } from '@cubit/web-records';

export function ActivityPage() {
  return (
    <Page title="Activity">
      <div />
    </Page>
  );
}
