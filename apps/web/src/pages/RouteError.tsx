import { ErrorState } from '@cubit/web-kit';
import { isApiError } from '@cubit/web-client';

/** A page that could not be shown. */
export function RouteError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <h1 className="visually-hidden">Error</h1>
      <ErrorState
        title="This page could not be shown"
        text={error instanceof Error ? error.message : String(error)}
        requestId={isApiError(error) ? error.requestId : null}
        onRetry={reset}
      />
    </main>
  );
}
