/** The title of a name or a value that declares none: `min_stock` becomes `Min stock`, `in_progress` becomes `In progress`. */
export function labelOf(name: string): string {
  return sentence(name.replaceAll(/[_-]+/g, ' ').trim());
}

/** A text with a capital at its beginning: `must not be empty.` becomes `Must not be empty.` */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
