import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Versions that the template names; the archive is built with those of its release. */
declare const VERSIONS: Readonly<Record<'release' | 'contract' | 'typebox' | 'types_node' | 'typescript', string>>;

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));
/** `<%= name %>` in texts, `__name__` in names of files: as the generator of the workspace of Cubit reads them, which shares the template. */
const MARK = /<%= ([a-z_]+) %>|__([a-z]+(?:_[a-z]+)*)__/g;
const MODULE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function isModuleName(name: string): boolean {
  return MODULE_NAME.test(name);
}

/** Writes the template with the names of the module. */
export async function writeTemplate(name: string, folder: string): Promise<void> {
  const words = { ...VERSIONS, ...namesOf(name) };
  for (const file of globSync('**/*.txt', { cwd: TEMPLATE })) {
    const target = join(
      folder,
      fill(file, words)
        .replace(/\.txt$/, '')
        .replace(/^(gitignore|github)/, '.$1'),
    );
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, fill(readFileSync(join(TEMPLATE, file), 'utf8'), words));
  }
}

function namesOf(name: string) {
  const camel = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const spaced = name.replaceAll('-', ' ');
  return {
    name,
    camel,
    pascal: camel.charAt(0).toUpperCase() + camel.slice(1),
    title: spaced.charAt(0).toUpperCase() + spaced.slice(1),
  };
}

function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(MARK, (mark, inText?: string, inName?: string) => words[inText ?? inName ?? ''] ?? mark);
}
