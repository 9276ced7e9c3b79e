// npm run check:migrations -- <file> ...
import { readFileSync } from 'node:fs';
import { migrationFaults } from './src/migration-faults.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('Usage: npm run check:migrations -- <file> ...\n');
  process.exitCode = 2;
}
for (const file of files)
  for (const { line, message } of migrationFaults(file, readFileSync(file, 'utf8'))) {
    process.stdout.write(`${file}:${line} ${message}\n`);
    process.exitCode = 1;
  }
