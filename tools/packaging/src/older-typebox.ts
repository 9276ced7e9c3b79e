const PACKAGE = '@sinclair/typebox';
const IMPORTS = /^import .* from 'typebox';\n/gm;
const CURRENT_ONLY = /\bfrom 'typebox'|\bType\.|\bStaticType\b/;

/**
 * The types of the contract for schemas of `@sinclair/typebox` 0.34, whose types have the same names. The values are the same:
 * schemas are plain JSON Schema in both.
 */
export function withOlderTypebox(types: string): string {
  const used = new Set(['Static', 'TObject', 'TSchema']);
  const body = types
    .replaceAll(IMPORTS, '')
    .replaceAll(/\bStaticType<\[\], "Encode", \{\}, \{\}, (\w+)>/g, 'Static<$1>')
    .replaceAll(/\bType\.(T\w+)/g, (_, name: string) => {
      used.add(name);
      return name;
    });
  const left = body.split('\n').filter((line) => CURRENT_ONLY.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line));
  if (left.length > 0) throw new Error(`Types that ${PACKAGE} 0.34 does not have:\n${left.join('\n')}`);
  return `import type { ${[...used].sort().join(', ')} } from '${PACKAGE}';\n${body}`;
}
