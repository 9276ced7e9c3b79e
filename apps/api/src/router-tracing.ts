/** Debug names of Express routers. */
const NAMES = ['router', 'router:layer', 'router:route'];

/** Whether `DEBUG` enables router output: names with `*` as a wildcard, and a leading `-` to exclude. */
export function isRouterTracingEnabled(debug = ''): boolean {
  const patterns = debug.split(/[\s,]+/).filter((pattern) => pattern !== '');
  const [excluded, included] = [true, false].map((leading) =>
    patterns.filter((pattern) => pattern.startsWith('-') === leading).map(expressionOf),
  );
  const fits = (name: string) => (expression: RegExp) => expression.test(name);
  return NAMES.some((name) => included?.some(fits(name)) === true && excluded?.some(fits(name)) !== true);
}

function expressionOf(pattern: string): RegExp {
  const text = pattern.replace(/^-/, '').replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${text.replaceAll('*', '.*')}$`);
}
