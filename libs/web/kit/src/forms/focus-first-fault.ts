/** Focuses the first control in fault below `root`; false where there is none. */
export function focusFirstFault(root: ParentNode | null): boolean {
  const faulty = root?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A group of radios is in fault as a whole; its first radio takes the focus.
  const target = faulty?.getAttribute('role') === 'radiogroup' ? faulty.querySelector<HTMLElement>('input') : faulty;
  target?.focus();
  return target !== null && target !== undefined;
}
