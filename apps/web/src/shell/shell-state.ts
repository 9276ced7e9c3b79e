import { Watched } from '@cubit/web-client';

/** What is open over the page. */
export type Overlay = 'palette' | 'keys' | null;

export const overlay = new Watched<Overlay>(null);

export function openPalette(): void {
  overlay.set('palette');
}

export function openKeyHelp(): void {
  overlay.set('keys');
}

export function closeOverlay(): void {
  overlay.set(null);
}
