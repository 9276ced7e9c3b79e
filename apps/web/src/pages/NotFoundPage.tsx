import { EmptyState } from '@cubit/web-kit';
import { Page } from '@cubit/web-records';

/** Unknown addresses, and workspaces that the person may not see: both look the same. */
export function NotFoundPage() {
  return (
    <Page title="Not found" bare>
      <EmptyState icon="compass" title="This page was not found" link={<a href="/">Go to the start</a>}>
        It does not exist, or you have no access to it.
      </EmptyState>
    </Page>
  );
}
