import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What every part of the platform imports, in the order in which it is built. */
const BELOW_PLATFORM = [
  'libs/decimal',
  'libs/units',
  'libs/barcodes',
  'libs/labels',
  'libs/web/contract',
  'libs/expressions',
  'libs/core',
  'libs/kernel/database',
  'libs/kernel/access',
  'libs/kernel/records',
  'libs/kernel/runtime',
];

/** Makes what scripts of parts of the platform are run from; the sources need not have been built. */
export function buildPlatform(...parts: readonly string[]): void {
  for (const folder of [...BELOW_PLATFORM, ...parts.map((part) => `libs/platform/${part}`)])
    execFileSync(process.execPath, [`${ROOT}tools/build/transpile.mjs`, '--here'], { cwd: `${ROOT}${folder}` });
}

/** A script in a process of its own, which can be killed as a power cut would. It has started when it writes. */
export class ScriptProcess {
  readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  static async start(script: URL, args: readonly string[]): Promise<ScriptProcess> {
    const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const gone = once(child, 'exit').then(() => {
      throw new Error(`The process ended before it had started: ${errors}`);
    });
    await Promise.race([once(child.stdout, 'data'), gone]);
    gone.catch(() => {});
    return new ScriptProcess(child);
  }

  /** Its exit code; null where a signal ended it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const gone = once(this.child, 'close');
    this.child.kill(signal);
    await gone;
    return this.child.exitCode;
  }
}
