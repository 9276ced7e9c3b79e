import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts the place in the sources before a fault of the registry: that of the rarest name in the fault. */
export function placeFault(folder: string, fault: string): string {
  const names = [...fault.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  const places = names.map((name) => placesOf(folder, name)).filter((found) => found.length > 0);
  const [rarest] = places.toSorted((one, other) => one.length - other.length);
  return rarest?.[0] === undefined ? fault : `${rarest[0]}: ${fault}`;
}

function placesOf(folder: string, name: string): readonly string[] {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const declared = new RegExp(`['"]${escaped}['"]|\\b${escaped}:`);
  return globSync('src/**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (declared.test(line) ? [`${file}:${index + 1}`] : [])),
    );
}
