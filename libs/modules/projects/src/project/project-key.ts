import type { KindHookContext, RecordDraft } from '@cubit/core';
import { taskRecord } from '../task/task.fields.js';
import { projectRecord, type ProjectKind } from './project.fields.js';

const SHORT_WORD = 4;
const MAX_INITIALS = 5;
/** Keys tried for projects whose names come to the same one. */
const TRIES = 200;
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

/** Keys in capitals, and one for every project that has none: one query, whatever the number of drafts. */
export async function setKeys(context: KindHookContext, drafts: readonly RecordDraft<ProjectKind>[]): Promise<void> {
  for (const draft of drafts)
    if (draft.fields.key !== undefined) draft.fields = { ...draft.fields, key: draft.fields.key.toUpperCase() };
  const without = drafts.filter(({ fields }) => fields.key === undefined);
  if (without.length === 0) return;
  const candidates = (draft: RecordDraft<ProjectKind>) => {
    const base = keyOfName(draft.fields.name);
    return Array.from({ length: TRIES }, (_, index) => (index === 0 ? base : `${base}${index + 1}`));
  };
  const wanted = [...new Set(without.flatMap(candidates))];
  const known = await context.records.find(projectRecord, { where: { key: { in: wanted } }, limit: wanted.length });
  const taken = new Set([...known, ...drafts].flatMap(({ fields }) => fields.key ?? []));
  for (const draft of without) {
    const key = candidates(draft).find((candidate) => !taken.has(candidate)) ?? keyOfName(draft.fields.name);
    taken.add(key);
    draft.fields = { ...draft.fields, key };
  }
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
