import { readFile } from 'node:fs/promises';
import type { Sealed } from './sealed.js';

/** What the first processes of the container may do, as the kernel has it, and what differs from what is wanted. */
export async function privileges(sealed: Sealed): Promise<readonly string[]> {
  const wanted: Readonly<Record<string, RegExp>> = {
    Uid: /^(?:1000\s*){4}$/,
    Gid: /^(?:1000\s*){4}$/,
    CapInh: /^0+$/,
    CapPrm: /^0+$/,
    CapEff: /^0+$/,
    CapBnd: /^0+$/,
    CapAmb: /^0+$/,
    NoNewPrivs: /^1$/,
  };
  const pids = await sealed.pids();
  const states = await Promise.all(pids.map(async (pid) => [pid, await statusOf(pid)] as const));
  return states.flatMap(([pid, status]) =>
    // A connection of the database may have ended since.
    status === null
      ? []
      : Object.entries(wanted)
          .filter(([name, value]) => !value.test(status.get(name) ?? ''))
          .map(([name]) => `process ${String(pid)}: ${name} ${status.get(name) ?? 'missing'}`),
  );
}

/** Resident memory of all processes in MB, pages that they share counted once. */
export async function memoryMb(sealed: Sealed): Promise<number> {
  const pids = await sealed.pids();
  const texts = await Promise.all(
    pids.map((pid) => readFile(`/proc/${String(pid)}/smaps_rollup`, 'utf8').catch(() => '')),
  );
  const kib = texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0), 0);
  return (kib * 1_024) / 1e6;
}

/** Modules that were compiled at the start although the image has a cache; a program that reads none is a fault as well. */
export function uncached(output: string): readonly string[] {
  const read = [...output.matchAll(/^\[compile cache\] V8 code cache for (\S+ \S+) was (\w+)/gm)];
  const missed = [
    ...output.matchAll(/^\[compile cache\] reading cache from \S+ for (\S+ \S+)\.\.\.(?!.*success)(.*)$/gm),
  ];
  const refused = [...read.filter(([, , result]) => result !== 'accepted'), ...missed];
  const faults = refused.map(([, file = '', result = '']) => `${file}: ${result}`);
  return read.length === 0 ? ['the program reads no compile cache', ...faults] : faults;
}

async function statusOf(pid: number): Promise<ReadonlyMap<string, string> | null> {
  try {
    const lines = (await readFile(`/proc/${String(pid)}/status`, 'utf8')).split('\n');
    return new Map(lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()] as const));
  } catch {
    return null;
  }
}
