import { Page } from '@cubit/web-records';

export function ScanPage() {
  return (
    <Page title="Scan">
      <div />
    </Page>
  );
}
