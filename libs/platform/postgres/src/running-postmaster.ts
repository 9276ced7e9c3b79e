import { readFile, stat } from 'node:fs/promises';
import { runProgram } from './run-program.js';

/** Whether the pid belongs to a running server of this cluster, not to a zombie or an unrelated process. */
export async function isRunningPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!mayExist(pid)) return false;
  if (process.platform === 'linux') return isPostmasterOnLinux(pid, cluster);
  // On Windows, signals to servers go through a pipe, to which no other program responds.
  return process.platform === 'win32' || isPostgresByName(pid);
}

function mayExist(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' && process.platform === 'win32';
  }
}

async function isPostmasterOnLinux(pid: number, cluster: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(status) ?? [];
  if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
  // A server's working directory is its cluster. Root in a container may not be allowed to read it; then the name
  // must match, and the connection decides.
  const [itsFolder, ours] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch((error: NodeJS.ErrnoException) => error.code),
    stat(cluster).catch(() => undefined),
  ]);
  if (itsFolder === 'EACCES' || itsFolder === 'EPERM') return process.getuid?.() === 0;
  return typeof itsFolder === 'object' && itsFolder.dev === ours?.dev && itsFolder.ino === ours.ino;
}

async function isPostgresByName(pid: number): Promise<boolean> {
  const { output } = await runProgram('ps', ['-o', 'stat=,comm=', '-p', String(pid)]);
  const [state, name] = output.trim().split(/\s+/, 2);
  return state !== undefined && !state.startsWith('Z') && name?.endsWith('postgres') === true;
}
