import { ErrorState, VisuallyHidden } from '@cubit/web-kit';
import { isApiError } from '@cubit/web-client';

/** A page that could not be shown. */
export function RouteError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <VisuallyHidden>
        <h1>Error</h1>
      </VisuallyHidden>
      <ErrorState
        message={error instanceof Error ? error.message : String(error)}
        requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
        onRetry={reset}
      />
    </main>
  );
}
