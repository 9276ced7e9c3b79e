const KEPT = 'cubit-wall';

/** Where a screen that starts at `/wall` goes on. The credential is a cookie, which no script reads. */
export const keptDisplay = {
  read: (): string | null => localStorage.getItem(KEPT),
  write: (address: string) => localStorage.setItem(KEPT, address),
  forget: () => localStorage.removeItem(KEPT),
};
