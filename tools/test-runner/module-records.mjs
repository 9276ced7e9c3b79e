/**
 * What the specs of each module of this repository did, for `npm run check:modules`. A run that has all spec files of a module
 * records it in `test-results/modules`, with a digest of the module. Until the module changes, the check need not run them again.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULE = /^libs\/modules\/([^/]+)$/;
/** What writes the records. */
const RECORDER = 'libs/testing/src/test-recorder.ts';

/**
 * Begins the records of the modules of which the tasks have all spec files. `environmentOf` a task is what its specs need.
 * `finish` takes the tasks with their results, and returns whether all specs of these modules passed.
 */
export function startRecords(tasks, root = ROOT) {
  const own = tasks.filter(({ isBare }) => !isBare);
  const names = [...new Set(own.flatMap(({ folder }) => moduleOf(folder, root) ?? []))];
  const whole = new Map(
    names
      .filter((name) => specsOf(name, root).every((file) => own.some((task) => hasFile(task, { name, file, root }))))
      .map((name) => [name, digestOf(name, root)]),
  );
  for (const name of whole.keys()) {
    const { record, result } = placesOf(name, root);
    mkdirSync(dirname(record), { recursive: true });
    for (const file of [record, result]) rmSync(file, { force: true });
  }
  return {
    environmentOf({ folder, isBare }) {
      const name = moduleOf(folder, root);
      return isBare || !whole.has(name) ? {} : { CUBIT_TEST_RECORD: placesOf(name, root).record };
    },
    finish(runs) {
      const results = [...whole].map(([name, digest]) => {
        const of = runs.filter(({ task }) => !task.isBare && moduleOf(task.folder, root) === name);
        const passed = of.every(hasPassed);
        writeFileSync(placesOf(name, root).result, JSON.stringify({ digest, passed }));
        return passed;
      });
      return results.every((passed) => passed);
    },
  };
}

/** The result of the specs of a module as it is now: whether they passed, and the file of what they did. Null if there is none. */
export function resultOf(name, root = ROOT) {
  const { record, result } = placesOf(name, root);
  if (!existsSync(result)) return null;
  const { digest, passed } = JSON.parse(readFileSync(result, 'utf8'));
  return digest === digestOf(name, root) ? { passed, record } : null;
}

function moduleOf(folder, root) {
  return MODULE.exec(relative(root, folder))?.[1];
}

function specsOf(name, root) {
  return globSync('src/**/*.spec.ts', { cwd: join(root, 'libs/modules', name) });
}

function hasFile({ folder, files }, { name, file, root }) {
  return moduleOf(folder, root) === name && files.includes(file);
}

function hasPassed({ report, crash }) {
  // A file with tests that are skipped is neither passed nor failed.
  return crash === undefined && report?.testResults.every(({ status }) => status !== 'failed') === true;
}

function placesOf(name, root) {
  const folder = join(root, 'test-results/modules');
  return { record: join(folder, `${name}.jsonl`), result: join(folder, `${name}.json`) };
}

function digestOf(name, root) {
  const files = [...globSync(`libs/modules/${name}/src/**/*.ts`, { cwd: root }).sort(), RECORDER];
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}
