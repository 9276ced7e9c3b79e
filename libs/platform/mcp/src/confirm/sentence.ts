const MAX_TITLE = 120;
const MAX_INPUT = 600;

/** Text of a record or a client in a sentence for people: one line, cut, without characters that change how it is shown. */
export function oneLine(text: string, max = MAX_TITLE): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const points = [...line];
  return points.length > max ? `${points.slice(0, max - 1).join('')}…` : line;
}

export interface AskedRun {
  readonly client: string;
  readonly title: string;
  readonly action: string;
  readonly record: { readonly title: string } | null;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a person confirms. */
export function sentenceOf({ client, title, action, record, input }: AskedRun): string {
  const target = record ? ` on “${oneLine(record.title)}”` : '';
  const values = Object.keys(input).length > 0 ? ` with ${oneLine(JSON.stringify(input), MAX_INPUT)}` : '';
  return `${oneLine(client)} asks to run “${oneLine(title)}” (${action})${target}${values}.`;
}
