import { build } from 'vite';

/**
 * The groups of `codeSplitting` by which a page loads a few files, where a file for each set of pages would be sixty:
 * what every page needs is in the entry, and what several of `parts` share is in one file for the first of them that
 * needs it. So no part loads anything for a later one.
 *
 * `parts` are pages and other modules behind an `import()`: name of the file and path below `apps/web/src`.
 */
export async function partGroups(config, parts) {
  const partOf = await modulesByPart(config, parts);
  return [
    { name: 'shared', tags: ['$initial'], includeDependenciesRecursively: false },
    {
      debugName: 'parts',
      name: (id) => partOf.get(id) ?? null,
      minShareCount: 2,
      // What a shared module imports is shared by the same parts, so it is in the same file or in one before it.
      includeDependenciesRecursively: false,
    },
  ];
}

/** The part for which a module is loaded, by module ids. Only a build tells which imports are in use. */
async function modulesByPart(config, parts) {
  const { output } = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const reached = (chunk, found = new Set()) => {
    if (!chunk || found.has(chunk)) return found;
    found.add(chunk);
    for (const imported of chunk.imports) reached(chunks.get(imported), found);
    return found;
  };
  const partOf = new Map();
  for (const [name, path] of Object.entries(parts)) {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/apps/web/src/${path}`));
    if (!chunk) throw new Error(`The web app has no import() of '${path}'.`);
    for (const { moduleIds } of reached(chunk)) for (const id of moduleIds) if (!partOf.has(id)) partOf.set(id, name);
  }
  return partOf;
}
