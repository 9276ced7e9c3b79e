import { type Api, isApiError, pagePaths } from '@cubit/web-client';

interface Pairing {
  readonly code: string;
  readonly expires_at: string;
}

interface Claim {
  readonly state: 'waiting' | 'paired';
  readonly workspace: string | null;
  readonly display: string | null;
}

const ASK_MS = 2_000;
/** After an answer that the server could not give, and where it wants fewer requests. */
const AGAIN_MS = 10_000;
/** A screen has no button for another try, so that the same request is no repetition. */
const ONCE = { idempotencyKey: null } as const;

export interface PairOptions {
  readonly signal: AbortSignal;
  /** A code to show; null while there is none because the server does not answer. */
  readonly onCode: (code: string | null) => void;
}

/** Shows codes, a new one when the last one expired, until one of them was entered. The address of the display; null if it was given up. */
export async function pairScreen(api: Api, { signal, onCode }: PairOptions): Promise<string | null> {
  while (!signal.aborted) {
    try {
      const { code } = await api.post<Pairing>('/me/pairings', undefined, { ...ONCE, signal });
      onCode(code);
      const address = await claimed(api, signal);
      if (address !== null) return address;
    } catch {
      if (signal.aborted) return null;
      onCode(null);
      await pause(AGAIN_MS);
    }
  }
  return null;
}

/** Waits until the code was entered; null once it has expired. */
async function claimed(api: Api, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    await pause(ASK_MS);
    try {
      const { workspace, display } = await api.post<Claim>('/me/pairings/claim', undefined, { ...ONCE, signal });
      if (workspace !== null && display !== null) return `${pagePaths.workspace(workspace)}/wall/${display}`;
    } catch (error) {
      if (isApiError(error) && error.status === 404) return null;
      // The code holds while the connection is away.
      if (!isApiError(error) || error.status !== 0) throw error;
    }
  }
  return null;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
