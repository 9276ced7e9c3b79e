/**
 * `npm run pack`: writes the archives of all packages. With `--update`, changes of the contract are accepted; with `--check`, the
 * archives are checked as packages.
 */
import { archiveFaults } from '@cubit/module-kit';
import { packPackages } from './pack-packages.js';

const archives = await packPackages({ update: process.argv.includes('--update') });
for (const archive of archives) process.stdout.write(`${archive}\n`);
if (process.argv.includes('--check'))
  for (const archive of archives)
    for (const fault of await archiveFaults(archive)) {
      process.stderr.write(`${archive}: ${fault}\n`);
      process.exitCode = 1;
    }
