/** The highlighted object: a JSON Pointer to a room, a zone, a container or a shelf. */
export type Highlight = string | null;

const SHELF = /\/face\/shelves\/\d+$/;

/** Whether the object at this pointer is highlighted. A shelf highlights its container too. */
export function isHighlighted(highlight: Highlight, pointer: string): boolean {
  return highlight === pointer || (highlight !== null && highlight.replace(SHELF, '') === pointer);
}
