import { isApiError } from '@cubit/web-client';
import { ErrorState } from '@cubit/web-kit';

export interface ListErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function ListError({ error, onRetry }: ListErrorProps) {
  return (
    <ErrorState
      message={error instanceof Error ? error.message : String(error)}
      requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
      onRetry={onRetry}
    />
  );
}
