import {
  compact,
  defineKind,
  type KindHookContext,
  type RecordChange,
  type RecordDraft,
  validationFailed,
} from '@cubit/core';
import { singleAmount } from '@cubit/decimal';
import { projectCompleted, projectCreated, projectDeleted, projectStatusChanged, projectUpdated } from '../events.js';
import { projectImport } from './project.importing.js';
import { renumberTasks, setKeys } from './project-key.js';
import { projectFields, type Project, type ProjectKind } from './project.fields.js';
import { projectLifecycle } from './project-status.js';
import { projectHints } from './project.hints.js';

export const project = defineKind({
  id: 'projects:project',
  title: ['Project', 'Projects'],
  description: 'A group of tasks with a status, a lead, members, dates and a budget.',
  fields: projectFields,
  titleField: 'name',
  search: ['key', 'description'],
  children: [{ name: 'tasks', kind: 'projects:task', by: 'project' }],
  index: ['status', 'target_date', 'overdue_tasks'],
  unique: ['key'],
  lifecycle: projectLifecycle,
  events: { created: projectCreated, updated: projectUpdated, deleted: projectDeleted },
  emits: [projectStatusChanged, projectCompleted],
  eventPayload,
  importing: projectImport,
  ui: projectHints,
  example: { name: 'Garden shed', key: 'GS', target_date: '2026-06-30' },
  async beforeWrite(context, drafts) {
    const written = drafts.filter(({ operation }) => operation === 'create' || operation === 'update');
    refuseBackwards(written);
    for (const draft of written) draft.fields = withDerived(context, draft.fields);
    await setKeys(context, written);
  },
  async onWrite(context, changes) {
    for (const change of changes) emitStatusEvents(context, change);
    const renamed = changes.filter(({ before, after }) => before !== null && before.fields.key !== after.fields.key);
    await renumberTasks(context, new Map(renamed.map(({ after }) => [after.id, after.fields.key ?? ''])));
  },
});

function eventPayload({ fields: { name, key = '' } }: Project) {
  return { name, key };
}

function refuseBackwards(drafts: readonly RecordDraft<ProjectKind>[]): void {
  const faults = drafts.filter(
    ({ fields: { start_date: start, target_date: target } }) =>
      start !== undefined && target !== undefined && target < start,
  );
  if (faults.length === 0) return;
  throw validationFailed(
    faults.map((draft) => ({
      path: draft.path('target_date'),
      code: 'before_start',
      message: 'target_date is before start_date.',
    })),
  );
}

function withDerived({ now }: KindHookContext, fields: Project['fields']): Project['fields'] {
  const completed_at = fields.status === 'completed' ? (fields.completed_at ?? now.toISOString()) : undefined;
  return compact({ ...fields, completed_at, cost_to_date: singleAmount(fields.costs ?? {}) }) as Project['fields'];
}

function emitStatusEvents(
  context: KindHookContext,
  { operation, before, after, note }: RecordChange<ProjectKind>,
): void {
  if (operation !== 'update' || before === null || before.fields.status === after.fields.status) return;
  const payload = { projectId: after.id, ...eventPayload(after) };
  const { restored } = (note ?? {}) as { readonly restored?: boolean };
  const [from, to] = [before.fields.status, after.fields.status];
  context.emit(projectStatusChanged, { ...payload, from, to, ...compact({ restored }) });
  if (after.fields.status === 'completed')
    context.emit(projectCompleted, { ...payload, openTasks: after.fields.open_tasks });
}
