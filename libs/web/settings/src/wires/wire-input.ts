import type { Faults } from '@cubit/web-records/changes';

type Input = Readonly<Record<string, unknown>>;

/** The input of a wire as it was typed, or what is wrong with the text. An empty text is an empty input. */
export function readInput(text: string): { readonly input: Input } | { readonly fault: string } {
  let input: unknown;
  try {
    input = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return { fault: 'Is not valid JSON.' };
  }
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? { input: input as Input }
    : { fault: 'Must be an object: {"qty": 2}.' };
}

const MEMBER = '/input/';

/** What is wrong with the input, which is one field of the form, or with its members, each named. */
export function inputFault(faults: Faults): string | undefined {
  const members = Object.entries(faults).filter(([path]) => path.startsWith(MEMBER));
  const words = members.map(([path, message]) => `${path.slice(MEMBER.length)}: ${message}`);
  return faults['/input'] ?? (words.length > 0 ? words.join(' ') : undefined);
}
