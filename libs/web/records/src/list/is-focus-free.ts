/** Whether no part of the page has the focus: it is lost, or `main` keeps it. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.tagName === 'MAIN';
}
