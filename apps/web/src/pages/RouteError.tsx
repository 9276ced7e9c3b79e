import { ErrorState, VisuallyHidden } from '@cubit/web-kit';

/** A page that could not be shown. */
export function RouteError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <VisuallyHidden>
        <h1>Error</h1>
      </VisuallyHidden>
      <ErrorState error={error} onRetry={reset} />
    </main>
  );
}
