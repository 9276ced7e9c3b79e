const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-01-31T14:05` in the time zone of the browser, as an input wants it. Empty for what is no time. */
export function toLocalText(at: string): string {
  const date = new Date(at);
  if (at === '' || Number.isNaN(date.getTime())) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant of a text of an input, in UTC. */
export function fromLocalText(text: string): string {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
