import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Writes the licences of everything that is in the build to `THIRD_PARTY_LICENSES.txt`. */
export function licenses() {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => packageFolder(id.replace(/^\0/, '').replace(/\?.*$/, ''))));
      const texts = [...folders].map(licenseOf).sort();
      this.emitFile({ type: 'asset', fileName: 'THIRD_PARTY_LICENSES.txt', source: [...new Set(texts)].join('\n\n') });
    },
  };
}

function packageFolder(file) {
  if (!file.includes('/node_modules/')) return [];
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version) return [folder];
  }
  return [];
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => LICENSE_FILE.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return [`${name} ${version} (${license})`, text].filter(Boolean).join('\n\n');
}
