import { Button, ErrorState, VisuallyHidden } from '@cubit/web-kit';
import { isMissingCode } from './missing-code.js';

/** A page that could not be shown. */
export function RouteError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <VisuallyHidden>
        <h1>Error</h1>
      </VisuallyHidden>
      {isMissingCode(error) ? <NewVersion error={error} /> : <ErrorState error={error} onRetry={reset} />}
    </main>
  );
}

/** A browser does not ask again for code that it could not load, so trying again cannot help. */
function NewVersion({ error }: { readonly error: unknown }) {
  return (
    <ErrorState error={error} message="A new version is here, or the connection was lost">
      <p>This page belongs to the version before. Reload it; drafts of forms are kept.</p>
      <Button icon="rotate-ccw" variant="primary" onPress={() => location.reload()}>
        Reload
      </Button>
    </ErrorState>
  );
}
