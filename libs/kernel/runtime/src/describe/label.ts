/** The label of a field whose declaration has no title: `min_stock` becomes `Min stock`. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
