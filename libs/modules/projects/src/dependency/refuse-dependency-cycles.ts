import { type KindHookContext, validationFailed } from '@cubit/core';
import { taskRecord } from '../task/task.fields.js';
import { dependencyRecord, MAX_DEPENDENCIES, type DependencyDraft } from './dependency.fields.js';

const MAX_DEPTH = 200;

/**
 * Answers `422` if a task would wait for itself. One query per level. The tasks on the path are locked, so that two concurrent
 * dependencies cannot close a cycle together.
 */
export async function refuseDependencyCycles(
  { records }: KindHookContext,
  drafts: readonly DependencyDraft[],
): Promise<void> {
  const edges = drafts.flatMap((draft) => {
    const { task, needs_task: needed } = draft.fields;
    return needed === undefined ? [] : [{ draft, task, needed }];
  });
  if (edges.length === 0) return;
  const next = new Map<string, Set<string>>();
  const connect = (task: string, needed: string) => void (next.get(task) ?? addTo(next, task)).add(needed);
  for (const { task, needed } of edges) connect(task, needed);
  const seen = new Set<string>();
  let level = edges.flatMap(({ task, needed }) => [task, needed]);
  for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth += 1) {
    await records.lock(taskRecord, level);
    for (const id of level) seen.add(id);
    const onwards = await records.find(dependencyRecord, {
      where: { task: { in: level }, needs_task: { not: null } },
      limit: MAX_DEPENDENCIES,
    });
    for (const { fields } of onwards) connect(fields.task, fields.needs_task ?? '');
    level = [...new Set(level.flatMap((id) => [...(next.get(id) ?? [])]))].filter((id) => !seen.has(id));
  }
  const circular = edges.filter(({ task, needed }) => reaches(next, needed, task));
  if (circular.length === 0) return;
  const message = 'The task would wait for itself.';
  throw validationFailed(
    circular.map(({ draft }) => ({ path: draft.path('needs_task'), code: 'dependency_cycle', message })),
  );
}

function addTo(next: Map<string, Set<string>>, task: string): Set<string> {
  const made = new Set<string>();
  next.set(task, made);
  return made;
}

function reaches(next: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(next.get(at) ?? []));
  }
  return false;
}
