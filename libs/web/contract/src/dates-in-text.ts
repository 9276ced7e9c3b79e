/** A date or an instant as templates and expressions write it into a text, and no part of the name of a file or of a number. */
const ISO_DATE =
  /(?<![\w./-])(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?(?![\w-]|[./:]\w)/g;

/** A text with its ISO dates as `write` gives them: readers differ in their language and time zone. What the calendar does not have stays as it is. */
export function writeDates(text: string, write: (date: string, isDay: boolean) => string): string {
  return text.replace(ISO_DATE, (found, day: string, time?: string) =>
    isOfCalendar(day) && !Number.isNaN(Date.parse(found)) ? write(found, time === undefined) : found,
  );
}

/** `2026-02-30` is parsed as a day of March. */
function isOfCalendar(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
