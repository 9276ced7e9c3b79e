import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second in `/proc`: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Fields of `/proc/<pid>/stat` after the name, which may contain spaces. */
const PARENT = 1;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
/** CPU time of children that have ended. */
const ENDED_USER_TICKS = 13;
const ENDED_SYSTEM_TICKS = 14;
const KIBIBYTE = 1024;

/** CPU time of a process so far; null if the system does not report it (other than Linux). */
export async function cpuSeconds(pid: number): Promise<number | null> {
  const fields = await statOf(pid);
  return fields && ticksOf(fields) / TICKS_PER_SECOND;
}

/** CPU time of a process's children so far, including ended ones, because a pool closes idle connections. */
export async function childrenCpuSeconds(parent: number): Promise<number | null> {
  const own = await statOf(parent);
  if (own === null) return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => statOf(Number(pid))));
  const living = stats.filter((fields) => fields !== null && Number(fields[PARENT]) === parent);
  const ended = ticksOf(own, ENDED_USER_TICKS, ENDED_SYSTEM_TICKS);
  return living.reduce((sum, fields) => sum + ticksOf(fields ?? []), ended) / TICKS_PER_SECOND;
}

/** Resident memory of a process. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * KIBIBYTE;
}

async function statOf(pid: number): Promise<readonly string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function ticksOf(fields: readonly string[], user = USER_TICKS, system = SYSTEM_TICKS): number {
  return Number(fields[user] ?? 0) + Number(fields[system] ?? 0);
}
