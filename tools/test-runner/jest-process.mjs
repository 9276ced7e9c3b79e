import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const JEST = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
/** A file that takes longer hangs, on the slowest machine too. */
const LIMIT_MS_PER_FILE = 15 * 60_000;

/** Jest's exit code where tests or files failed. */
const FAILED = 1;

/** Processes that run now, each with what it has printed. */
const running = new Map();

/**
 * Runs spec files of one folder in a process of their own. Returns Jest's report, or null if there is none, what the
 * process printed, how long it took, and `crash` if its end says more than that a file failed: the exit code or signal.
 */
export async function runJest({ folder, files, environment }) {
  const temporary = await mkdtemp(join(tmpdir(), 'cubit-results-'));
  try {
    const outputFile = join(temporary, 'results.json');
    const args = [JEST, '--runInBand', '--json', `--outputFile=${outputFile}`, '--runTestsByPath', ...files];
    const started = performance.now();
    const child = spawn(process.execPath, [...FLAGS, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
      // A group of its own: the programs that specs have started end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const { output, end } = await ended(child, files.length * LIMIT_MS_PER_FILE);
    const seconds = (performance.now() - started) / 1_000;
    const report = read(outputFile);
    const isExplained = end === 0 || (end === FAILED && report?.testResults.some(({ status }) => status === 'failed'));
    return { report, output, seconds, ...(isExplained ? {} : { crash: end }) };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Ends all processes and the programs that they have started, and returns what they have printed. */
export function stopJest(signal) {
  return [...running].map(([child, printed]) => {
    stopGroup(child, signal);
    return printed.text;
  });
}

function stopGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function ended(child, limitMs) {
  const printed = { text: '' };
  running.set(child, printed);
  // Jest writes its report for people to stderr; with `--json`, stdout has the same for machines.
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.text += text));
  const limit = setTimeout(() => stopGroup(child, 'SIGKILL'), limitMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // A process that ended by a signal has not stopped its programs, and they hold its output open.
    child.once('exit', (_, signal) => signal && stopGroup(child, 'SIGKILL'));
    child.once('close', (code, signal) => resolve({ output: printed.text, end: signal ?? code }));
  }).finally(() => {
    clearTimeout(limit);
    running.delete(child);
  });
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
