/** What of a document somebody looks for: a JSON Pointer to a room, a zone, a container or a shelf. */
export type Highlight = string | null;

const SHELF = /\/face\/shelves\/\d+$/;

/** Whether it is the thing at this pointer; a shelf is found in its container. */
export function isHighlighted(highlight: Highlight, pointer: string): boolean {
  return highlight === pointer || (highlight !== null && highlight.replace(SHELF, '') === pointer);
}
