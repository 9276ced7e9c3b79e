/** Divides the spec files of a run into tasks: one Jest process each, of about a minute, for one project. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { specsThatReachOut } from './bare-run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Seconds on two cores of the files that take long; the order of tasks depends on it and nothing else. */
const SLOW = JSON.parse(readFileSync(new URL('slow-files.json', import.meta.url), 'utf8'));
/** Files that use a core for less than half of their time, and wait for leases and time limits in the rest. */
const WAITING = new Set(JSON.parse(readFileSync(new URL('waiting-files.json', import.meta.url), 'utf8')));
const USUAL_SECONDS = 2;
/** Of a file that starts the program and a browser. */
const USUAL_BROWSER_SECONDS = 20;
const TASK_SECONDS = 60;
const IN_BROWSER = /\.browser\.spec\.ts$/;

/**
 * Tasks for the given projects (`{name, folder}`), the longest first. With `isBareWanted`, the specs that use external
 * services or data get tasks in which they have neither. `wanted` are parts of paths; without any, all files run.
 */
export function plan(projects, { isBareWanted, wanted = [] }) {
  const tasks = projects.flatMap(({ name, folder }) => {
    const isWanted = (file) =>
      wanted.length === 0 || wanted.some((part) => relative(root, join(folder, file)).includes(part));
    const whole = globSync('src/**/*.spec.ts', { cwd: folder }).filter(isWanted);
    const bare = isBareWanted ? specsThatReachOut(folder).filter(isWanted) : [];
    return [
      ...divide({ project: name, folder, isBare: false }, whole),
      ...divide({ project: `${name}, without external services and data`, folder, isBare: true }, bare),
    ];
  });
  return tasks.sort((a, b) => b.seconds - a.seconds);
}

/**
 * Files that need lanes of different kinds get tasks of their own. A browser takes more than one core, so one of its
 * tasks runs at a time; files that wait take hardly any, so theirs run beside those that do.
 */
function divide(task, files) {
  const groups = { browser: [], waiting: [], busy: [] };
  for (const file of files) groups[kindOf(relative(root, join(task.folder, file)))].push(file);
  return Object.entries(groups).flatMap(([kind, of]) =>
    spread(of, task.folder).map((part) => ({ ...task, ...part, kind })),
  );
}

function kindOf(path) {
  if (IN_BROWSER.test(path)) return 'browser';
  return WAITING.has(path) ? 'waiting' : 'busy';
}

function usualSecondsOf(file) {
  return IN_BROWSER.test(file) ? USUAL_BROWSER_SECONDS : USUAL_SECONDS;
}

/** Equal shares: each file, the longest first, goes to the share with the least. */
function spread(files, folder) {
  const timed = files
    .map((file) => ({ file, seconds: SLOW[relative(root, join(folder, file))] ?? usualSecondsOf(file) }))
    .sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));
  const total = timed.reduce((sum, { seconds }) => sum + seconds, 0);
  const shares = Array.from({ length: Math.ceil(total / TASK_SECONDS) }, () => ({ files: [], seconds: 0 }));
  for (const { file, seconds } of timed) {
    const share = shares.reduce((least, other) => (other.seconds < least.seconds ? other : least));
    share.files.push(file);
    share.seconds += seconds;
  }
  return shares.filter((share) => share.files.length > 0);
}
