import { defineModule } from '@cubit/core';
import { actions } from './actions.js';
import { calendarRoute, scopes } from './calendar/calendar.route.js';
import { comment } from './comment/comment.kind.js';
import { dependency } from './dependency/dependency.kind.js';
import { dueSweeps } from './due/due.sweep.js';
import { errors } from './errors.js';
import { events } from './events.js';
import { project } from './project/project.kind.js';
import { upgrades } from './project/upgrades.js';
import { settings } from './settings.js';
import { state } from './state/state.kind.js';
import { task } from './task/task.kind.js';
import { timeEntry } from './time-entry/time-entry.kind.js';
import { wires } from './wires.js';
import { projectsHints } from './projects.hints.js';

export const projects = defineModule({
  name: 'projects',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Projects',
  description: 'Projects and tasks with boards, dependencies, due times, recurrence, comments and time entries.',
  kinds: [project, task, dependency, state, comment, timeEntry],
  actions,
  events,
  sweeps: dueSweeps,
  upgrades,
  wires,
  routes: [calendarRoute],
  scopes,
  errors,
  settings,
  // Tasks, comments and dependencies refer to records of any kind.
  permissions: { kinds: { '*': 'read' } },
  ui: projectsHints,
});
