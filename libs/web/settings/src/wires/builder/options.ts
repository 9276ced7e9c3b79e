import type { Option } from '@cubit/web-kit/forms';

/** Finds options that are in memory by their title and second line; those whose title begins with the text are first. */
export function finderOf(options: readonly Option[]) {
  return (query: string): Promise<readonly Option[]> => {
    const words = query.trim().toLowerCase().split(/\s+/);
    const text = ({ title, hint = '' }: Option) => `${title} ${hint}`.toLowerCase();
    const found = options.filter((option) => words.every((word) => text(option).includes(word)));
    const isFirst = ({ title }: Option) => title.toLowerCase().startsWith(query.trim().toLowerCase());
    return Promise.resolve([...found.filter(isFirst), ...found.filter((option) => !isFirst(option))]);
  };
}
