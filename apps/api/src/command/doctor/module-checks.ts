import { faultText, integrityOf, readArchives, readInstalled } from '@cubit/modules';
import { pinnedModules } from '../modules/pinned-modules.js';
import { bad, listed, ok, onDatabase, warning } from './check.js';
import { loadAll, planOf } from './inspected-modules.js';

/** Those that processes run: whether they are whole, and load. */
const modules = onDatabase('modules', async (inspected) => {
  const { configuration, database } = inspected;
  const installed = await readInstalled(database.db);
  const archives = await readArchives(database.db, 'active');
  const active = installed.filter(({ state }) => state === 'active');
  const damaged = archives.filter(({ name, archive }) =>
    active.some((one) => one.name === name && one.integrity !== integrityOf(archive)),
  );
  if (damaged.length > 0)
    return bad(
      `The archives of ${listed(damaged.map(({ name }) => name))} are damaged in the database.`,
      'Add the archive of the same version again: `cubit modules add <archive>`.',
    );
  const { left } = await loadAll(inspected, archives);
  const faults = left.flatMap((one) => one.faults.map(faultText));
  if (faults.length > 0)
    return bad(
      faults.join(' '),
      `Install a version that fits, or start without it: MODULES_OFF=${left.find((one) => one.reason === 'fault')?.module ?? ''}.`,
    );
  const pinned = pinnedModules(configuration);
  const named = [
    ...active.map(({ name, version }) => `${name} ${version ?? ''}`),
    ...pinned.map(({ name, version }) => `${name} ${version ?? ''} (pinned by MODULES)`),
    ...configuration.modulesOff.map((name) => `${name} (off)`),
  ];
  return ok(named.length === 0 ? 'Those of the product alone.' : `Beside those of the product: ${named.join(', ')}.`);
});

const STAGED_MEND = 'Restart the program; with several processes, stop all of them first.';

/** What the next start without another process changes. */
const moduleChanges = onDatabase('module_changes', async (inspected) => {
  const { db } = inspected.database;
  const loaded = await loadAll(inspected, await readArchives(db, 'staged'));
  const { plans, faults } = await planOf(inspected, loaded);
  if (faults.length > 0)
    return bad(
      faults.join(' '),
      'Add a version whose `changes` name what happens to the values: `cubit modules plan <archive>` checks it.',
    );
  const staged = (await readInstalled(db)).filter(({ state }) => state === 'staged');
  const changing = plans.filter(({ kinds }) => kinds.length > 0);
  const waiting = [
    ...staged.map(({ name, version }) =>
      version === null ? `${name} is to be removed` : `${name} ${version} is staged`,
    ),
    ...changing.map(({ module, to }) => `records of ${module} change to ${to}`),
  ];
  return waiting.length === 0 ? ok('Nothing waits.') : warning(`${waiting.join(', ')}.`, STAGED_MEND);
});

export const MODULE_CHECKS = { modules, moduleChanges };
