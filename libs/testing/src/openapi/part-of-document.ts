import type { OpenApiDocument } from './openapi-document.js';

interface Secured {
  readonly security?: readonly object[];
}

const REFERENCE = /"#\/components\/([^/"]+)\/([^/"]+)"/g;

/**
 * A valid document of `count` of the paths, evenly spread over all, and the components that these refer to. Returns the
 * same document if it has no more paths.
 */
export function partOfDocument<Document extends OpenApiDocument & Secured>(
  document: Document,
  count: number,
): Document {
  const all = Object.entries(document.paths);
  if (all.length <= count) return document;
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] ?? []),
  ) as Document['paths'];
  const schemes = [
    document,
    ...Object.values(paths).flatMap((operations): readonly Secured[] =>
      Object.values(operations as Record<string, Secured>),
    ),
  ]
    .flatMap(({ security = [] }) => security)
    .flatMap(Object.keys);
  const securitySchemes = Object.fromEntries(
    Object.entries(document.components?.['securitySchemes'] ?? {}).filter(([name]) => schemes.includes(name)),
  );
  const components: Record<string, Record<string, unknown>> = { securitySchemes };
  const waiting: unknown[] = [paths];
  while (waiting.length > 0)
    for (const [, section = '', name = ''] of JSON.stringify(waiting.pop()).matchAll(REFERENCE)) {
      const found = document.components?.[section]?.[name];
      const kept = (components[section] ??= {});
      if (!found || name in kept) continue;
      kept[name] = found;
      waiting.push(found);
    }
  return { ...document, paths, components };
}
