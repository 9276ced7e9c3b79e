// Writes src/icon/icons.svg: the icons of @cubit/web-contract out of Lucide. Run it after a name was added there.
// All of Lucide is 6,000 files, which nothing else needs:
//   npm install --no-save lucide-static@1.62.0 && node_modules/.bin/node libs/web/kit/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ICONS } from '../contract/src/icons.ts';

const packageFile = createRequire(import.meta.url).resolve('lucide-static/package.json');

function symbolOf(name) {
  // The folder has a file for each earlier name of an icon too, which Lucide's own sprite leaves out.
  const icon = readFileSync(new URL(`icons/${name}.svg`, `file://${packageFile}`), 'utf8');
  const shapes = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(icon)?.[1] ?? '';
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/\s*\n\s*/g, '').replace(/ \/>/g, '/>')}</symbol>`;
}

const sprite = `<!-- lucide-static 1.62.0, ISC --><svg xmlns="http://www.w3.org/2000/svg">\n${ICONS.map(symbolOf).join('\n')}\n</svg>\n`;
writeFileSync(new URL('src/icon/icons.svg', import.meta.url), sprite);
