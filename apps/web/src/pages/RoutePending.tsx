/** While the code of a page is loaded. */
export function RoutePending() {
  return <main id="content" aria-busy="true" tabIndex={-1} />;
}
