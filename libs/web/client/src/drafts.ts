const PREFIX = 'cubit-draft:';
/** Not below the prefix: whose drafts they are. */
const OWNER = 'cubit-drafts-of';

/** What was typed and not sent yet, in this browser: it outlives the page and the tab. */
export function readDraft<Draft>(key: string): Draft | null {
  try {
    const kept = localStorage.getItem(PREFIX + key);
    return kept === null ? null : (JSON.parse(kept) as Draft);
  } catch {
    return null;
  }
}

export function hasDraft(key: string): boolean {
  return localStorage.getItem(PREFIX + key) !== null;
}

export function keepDraft(key: string, draft: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // A full storage costs the draft alone.
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** Drops the drafts of anybody else. */
export function claimDrafts(personId: string): void {
  if (localStorage.getItem(OWNER) !== personId) dropAllDrafts();
  localStorage.setItem(OWNER, personId);
}

export function dropAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  localStorage.removeItem(OWNER);
}
