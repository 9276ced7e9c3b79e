/** The title of a name or a value that declares none: `min_stock` becomes `Min stock`, `in_progress` becomes `In progress`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
