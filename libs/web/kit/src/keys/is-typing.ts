const NO_TEXT = new Set(['button', 'checkbox', 'radio', 'submit', 'reset', 'file', 'color', 'range', 'image']);

/** Whether keys go into a field as text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !NO_TEXT.has(target.type);
}
