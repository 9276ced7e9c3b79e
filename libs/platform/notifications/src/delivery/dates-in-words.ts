import { writeDates } from '@cubit/web-contract';

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/** A text for people with its ISO dates in words: `5 March 2026`, `5 March 2026 at 18:00 CET`. The web app writes them by itself. */
export function datesInWords(text: string, timeZone: string): string {
  return writeDates(text, (date, isDay) =>
    new Intl.DateTimeFormat('en-GB', isDay ? { ...DAY, timeZone: 'UTC' } : { ...DAY, ...TIME, timeZone }).format(
      new Date(date),
    ),
  );
}
