import { defineModuleRoute, type ScopeDefinition } from '@cubit/core';
import { Type } from 'typebox';
import type { Priority } from '../priority.js';
import { taskRecord, type Task } from '../task/task.fields.js';
import { OPEN_STATUSES } from '../task/task-status.js';
import { icalendar, type CalendarEntry } from './icalendar.js';

/** Upper bound for open tasks with a due time, those due first. */
const MAX_TASKS = 20_000;
const MEDIA_TYPE = 'text/calendar';
const OPERATION = 'getProjectsCalendar';
const CALENDAR_SCOPE = 'projects:calendar';

export const scopes: readonly ScopeDefinition[] = [
  {
    id: CALENDAR_SCOPE,
    title: 'Calendar',
    description: 'Allows to read the due times of tasks as a calendar, in one workspace only.',
    workspaceBound: true,
    operations: [OPERATION],
  },
];

const PRIORITY: Readonly<Record<Priority, number | undefined>> = {
  none: undefined,
  urgent: 1,
  high: 3,
  medium: 5,
  low: 9,
};

export const calendarRoute = defineModuleRoute({
  operationId: OPERATION,
  method: 'GET',
  path: '/calendar.ics',
  summary: 'Due times as a calendar',
  description:
    'Open tasks with a due time as an iCalendar document (RFC 5545). Optionally only the tasks of a project or a member. Calendar programs follow it at an address with a key.',
  keyed: { title: ['Calendar address', 'Calendar addresses'], scope: CALENDAR_SCOPE },
  query: Type.Object(
    {
      project: Type.Optional(Type.String({ format: 'uuid', description: 'Only tasks of this project.' })),
      assignee: Type.Optional(Type.String({ format: 'uuid', description: 'Only tasks assigned to this member.' })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: { description: 'The calendar.', schema: Type.String(), mediaType: MEDIA_TYPE } },
  errors: ['invalid_query'],
  async handler({ transaction }, { query: { project, assignee } }) {
    const text = await transaction(async ({ records, workspace }) => {
      const due = await records.find(taskRecord, {
        where: {
          status: { in: [...OPEN_STATUSES] },
          due_at: { not: null },
          ...(project === undefined ? {} : { project }),
        },
        sort: 'due_at',
        limit: MAX_TASKS,
      });
      const shown = due.filter(({ fields }) => assignee === undefined || fields.assignees.includes(assignee));
      return icalendar({ name: workspace.name, entries: shown.map(entryOf) });
    });
    return { status: 200, bytes: text, mediaType: `${MEDIA_TYPE}; charset=utf-8` };
  },
});

function entryOf({ id, tags, version, updated_at, fields }: Task): CalendarEntry {
  const { title, number, due_at: due, description, priority } = fields;
  return {
    uid: id,
    at: new Date(due ?? updated_at),
    summary: number === undefined ? title : `${number} ${title}`,
    description,
    categories: tags,
    priority: PRIORITY[priority],
    sequence: version - 1,
    changedAt: new Date(updated_at),
  };
}
