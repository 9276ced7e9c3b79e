import type { WallList, WallRecord } from './shown-display.js';

export interface WallJob {
  readonly list: WallList;
  readonly record: WallRecord;
}

export interface WallMachine {
  readonly list: WallList;
  readonly record: WallRecord;
  readonly now: readonly WallJob[];
  /** Jobs that are assigned to it and have not begun. */
  readonly next: readonly WallJob[];
}

/** Machines with their jobs. */
export function machinesOf(lists: readonly WallList[]): readonly WallMachine[] {
  const [now, next] = [jobsOf(lists, 'now'), jobsOf(lists, 'next')];
  const ofMachine = (jobs: readonly WallJob[], id: string) => jobs.filter((job) => machineOf(job) === id);
  return lists
    .filter(({ part }) => part === 'machines')
    .flatMap((list) =>
      list.records.map((record) => ({
        ...{ list, record },
        now: ofMachine(now, record.id),
        next: ofMachine(next, record.id),
      })),
    );
}

/** Jobs that wait for any machine, in order, and their number, also of those that the server left out. */
export function queueOf(lists: readonly WallList[]): { readonly jobs: readonly WallJob[]; readonly total: number } {
  const next = jobsOf(lists, 'next');
  const jobs = next.filter((job) => machineOf(job) === undefined);
  const all = lists.filter(({ part }) => part === 'next').reduce((sum, { total }) => sum + total, 0);
  return { jobs, total: all - (next.length - jobs.length) };
}

function jobsOf(lists: readonly WallList[], part: WallList['part']): readonly WallJob[] {
  return lists.filter((list) => list.part === part).flatMap((list) => list.records.map((record) => ({ list, record })));
}

function machineOf({ list: { machine }, record }: WallJob): string | undefined {
  const value = machine === null ? undefined : record.fields[machine];
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined;
}
