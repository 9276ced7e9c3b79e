import type { KindHookContext, RecordDraft } from '@cubit/core';
import { taskRecord } from '../task/task.fields.js';
import { projectRecord, type ProjectKind } from './project.fields.js';

const SHORT_WORD = 4;
const MAX_INITIALS = 5;
/** Number of candidate keys for projects whose names give the same key. */
const TRIES = 20;
/** The series that numbers keys beyond the candidates. */
const SERIES = 'project_key';
/** Upper bound for the tasks of one project that get new numbers. */
const MAX_TASKS = 100_000;
const FALLBACK = 'P';

/** `Garden shed` gives `GS`, `Shed` gives `SHED`. */
export function keyOfName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  const words = plain.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const key =
    words.length > 1
      ? words
          .map((word) => word.slice(0, 1))
          .join('')
          .slice(0, MAX_INITIALS)
      : (words[0] ?? '').slice(0, SHORT_WORD);
  return /^[A-Z]/.test(key) ? key : `${FALLBACK}${key}`;
}

/** Writes keys in capitals and generates keys for projects without one. The number of queries does not depend on the number of drafts. */
export async function setKeys(context: KindHookContext, drafts: readonly RecordDraft<ProjectKind>[]): Promise<void> {
  for (const draft of drafts)
    if (draft.fields.key !== undefined) draft.fields = { ...draft.fields, key: draft.fields.key.toUpperCase() };
  const without = drafts.filter(({ fields }) => fields.key === undefined);
  if (without.length === 0) return;
  const candidates = (draft: RecordDraft<ProjectKind>) => {
    const base = keyOfName(draft.fields.name);
    return Array.from({ length: TRIES }, (_, index) => (index === 0 ? base : `${base}${index + 1}`));
  };
  const given = drafts.flatMap(({ fields }) => fields.key ?? []);
  const taken = new Set([...given, ...(await knownKeys(context, without.flatMap(candidates)))]);
  const remaining = without.filter((draft) => !assignKey(draft, candidates(draft), taken));
  while (remaining.length > 0) {
    const first = TRIES + (await context.takeNumbers(SERIES, remaining.length));
    const numbered = remaining.map((draft, index) => ({
      draft,
      key: `${keyOfName(draft.fields.name)}${first + index}`,
    }));
    for (const key of await knownKeys(
      context,
      numbered.map(({ key }) => key),
    ))
      taken.add(key);
    remaining.splice(
      0,
      remaining.length,
      ...numbered.flatMap(({ draft, key }) => (assignKey(draft, [key], taken) ? [] : [draft])),
    );
  }
}

/** The keys that projects already use. */
async function knownKeys(context: KindHookContext, keys: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(keys)];
  const known = await context.records.find(projectRecord, { where: { key: { in: wanted } }, limit: wanted.length });
  return known.flatMap(({ fields }) => fields.key ?? []);
}

/** Sets the first free key on the draft; false if none is free. */
function assignKey(draft: RecordDraft<ProjectKind>, keys: readonly string[], taken: Set<string>): boolean {
  const key = keys.find((candidate) => !taken.has(candidate));
  if (key === undefined) return false;
  taken.add(key);
  draft.fields = { ...draft.fields, key };
  return true;
}

/** Renumbers the tasks of projects whose key changed: `OLD-12` becomes `NEW-12`. */
export async function renumberTasks(context: KindHookContext, keys: ReadonlyMap<string, string>): Promise<void> {
  if (keys.size === 0) return;
  const tasks = await context.records.find(taskRecord, {
    where: { project: { in: [...keys.keys()] } },
    limit: MAX_TASKS,
  });
  await context.records.updateMany(
    taskRecord,
    tasks.flatMap(({ id, fields: { project, number } }) =>
      number === undefined ? [] : [{ id, fields: { number: `${keys.get(project ?? '')}-${sequenceOf(number)}` } }],
    ),
  );
}

/** 12 of `KEY-12`. */
export function sequenceOf(number: string): number {
  return Number(number.slice(number.lastIndexOf('-') + 1));
}
