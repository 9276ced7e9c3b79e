import { Page } from '@cubit/web-records';

export function NotificationsPage() {
  return (
    <Page title="Notifications">
      <div />
    </Page>
  );
}
