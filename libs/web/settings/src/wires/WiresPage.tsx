import { Page } from '@cubit/web-records';

export function WiresPage() {
  return (
    <Page title="Wires">
      <div />
    </Page>
  );
}
