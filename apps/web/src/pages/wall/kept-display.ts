const KEPT = 'cubit-wall';

/** Where a screen that starts at `/wall` goes on. The credential is a cookie, which no script reads. */
export const keptDisplay = {
  /** Whether the screen is the display of an address. */
  isAt: (address: string): boolean => localStorage.getItem(KEPT) === address,
  read: (): string | null => localStorage.getItem(KEPT),
  write: (address: string) => localStorage.setItem(KEPT, address),
  forget: () => localStorage.removeItem(KEPT),
};
