/** The title of a name or a value that declares none: `min_stock` becomes `Min stock`, `in_progress` becomes `In progress`. */
export function labelOf(name: string): string {
  return sentence(name.replaceAll(/[_-]+/g, ' ').trim());
}

/** A text with a capital at its beginning: `must not be empty.` becomes `Must not be empty.` */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A description for people: what stands in backticks without them, and by its title where it has one. */
export function withTitles(text: string, titleOf: (name: string) => string | undefined = () => undefined): string {
  return text.replaceAll(/`([^`]+)`/gu, (_, name: string) => {
    const title = titleOf(name);
    return title === undefined ? name : `“${title}”`;
  });
}
