import type { KindImport } from '@cubit/core';
import { githubReader } from '../importing/github.reader.js';
import { ticktickReader } from '../importing/ticktick.reader.js';
import { vikunjaReader } from '../importing/vikunja.reader.js';
import { wekanReader } from '../importing/wekan.reader.js';

export const taskImport: KindImport = {
  columns: {
    title: ['task', 'task name', 'name', 'subject', 'summary', 'card name', 'issue', 'Aufgabe', 'Titel'],
    description: ['content', 'body', 'notes', 'details', 'note', 'card description'],
    project: ['project name', 'project code', 'list name', 'list', 'board', 'board name', 'Projekt'],
    'parent.id': ['parent id', 'parent task id', 'parent'],
    status: ['state', 'status text', 'done', 'completed', 'is done', 'status name'],
    priority: ['importance', 'urgency', 'Priorität'],
    due_at: ['due date', 'due', 'deadline', 'target date', 'due on', 'end date', 'Fällig'],
    start_date: ['start date', 'start', 'start at'],
    completed_at: [
      'completed time',
      'completed at',
      'completion date',
      'done at',
      'closed at',
      'date completed',
      'finished',
    ],
    estimate_min: ['estimate', 'time estimate', 'estimated minutes'],
    tags: ['labels', 'label', 'keywords', 'tag', 'categories'],
  },
  values: {
    status: {
      todo: [
        'open',
        'new',
        'pending',
        'false',
        'no',
        '0',
        'to do',
        'backlog',
        'not started',
        'unstarted',
        'normal',
        'planned',
      ],
      in_progress: ['started', 'doing', 'in progress', 'active', 'production', 'in review', 'wip'],
      done: ['closed', 'complete', 'completed', 'true', 'yes', '1', 'finished', 'resolved', 'archived', 'x'],
      cancelled: ['canceled', 'wont do', 'rejected', 'duplicate', 'abandoned'],
    },
    priority: {
      none: ['0', 'no priority', 'normal'],
      low: ['minor', 'p3', 'p4', 'lowest', 'trivial'],
      medium: ['p2', 'major'],
      high: ['p1', 'important'],
      urgent: ['p0', 'critical', 'highest', 'blocker', 'do now'],
    },
  },
  details: {
    comments: { kind: 'projects:comment', field: 'on', needs: [['body']], write: 'new' },
    dependencies: { kind: 'projects:dependency', field: 'task', needs: [['needs_task']], write: 'new' },
  },
  readers: [vikunjaReader, wekanReader, githubReader, ticktickReader],
};
