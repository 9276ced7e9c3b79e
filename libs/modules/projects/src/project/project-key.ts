import type { KindHookContext, RecordDraft } from '@cubit/core';
import { taskRecord } from '../task/task.fields.js';
import { projectRecord, type ProjectKind } from './project.fields.js';

const SHORT_WORD = 4;
const MAX_INITIALS = 5;
/** Keys tried for projects whose names come to the same one. */
const TRIES = 20;
/** What numbers further ones. */
const SERIES = 'project_key';
/** Tasks that are numbered anew with their project's key: far more than a project has. */
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

/** Keys in capitals, and one for every project that has none: a query or two, whatever the number of drafts. */
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
  const left = without.filter((draft) => !give(draft, candidates(draft), taken));
  while (left.length > 0) {
    const first = TRIES + (await context.takeNumbers(SERIES, left.length));
    const numbered = left.map((draft, index) => ({ draft, key: `${keyOfName(draft.fields.name)}${first + index}` }));
    for (const key of await knownKeys(
      context,
      numbered.map(({ key }) => key),
    ))
      taken.add(key);
    left.splice(0, left.length, ...numbered.flatMap(({ draft, key }) => (give(draft, [key], taken) ? [] : [draft])));
  }
}

/** Those of the keys that a project has. */
async function knownKeys(context: KindHookContext, keys: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(keys)];
  const known = await context.records.find(projectRecord, { where: { key: { in: wanted } }, limit: wanted.length });
  return known.flatMap(({ fields }) => fields.key ?? []);
}

/** Gives the draft the first key that is free; false where none is. */
function give(draft: RecordDraft<ProjectKind>, keys: readonly string[], taken: Set<string>): boolean {
  const key = keys.find((candidate) => !taken.has(candidate));
  if (key === undefined) return false;
  taken.add(key);
  draft.fields = { ...draft.fields, key };
  return true;
}

/** A project with a new key: its tasks keep their number after it. */
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
