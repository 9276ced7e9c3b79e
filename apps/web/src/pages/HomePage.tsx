import { Page } from '@cubit/web-records';

export function HomePage() {
  return (
    <Page title="Home">
      <div />
    </Page>
  );
}
