import { EmptyState } from '@cubit/web-kit';
import { usePageTitle } from '../shell/page-title.js';

export function NotFoundPage() {
  usePageTitle('Not found');
  return (
    <main id="content" tabIndex={-1}>
      <h1 className="visually-hidden">Not found</h1>
      <EmptyState icon="compass" title="This page was not found" text="It does not exist, or you have no access to it.">
        <a href="/">Go to the start</a>
      </EmptyState>
    </main>
  );
}
