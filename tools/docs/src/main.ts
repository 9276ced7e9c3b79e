import { existsSync } from 'node:fs';
import { GENERATED_DOCS, readDoc, writeDoc } from './generated-docs.js';

for (const { file, make } of GENERATED_DOCS) {
  const isThere = existsSync(new URL(`../../../docs/${file}`, import.meta.url));
  writeDoc(file, make(isThere ? readDoc(file) : ''));
  process.stdout.write(`docs/${file}\n`);
}
