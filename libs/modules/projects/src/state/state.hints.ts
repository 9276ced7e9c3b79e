export const stateHints = {
  icon: 'columns-3',
  color: 'gray',
  summary: ['project', 'group', 'rank', 'is_default'],
  panels: [{ title: 'Tasks', kind: 'projects:task', by: 'state', fields: ['number', 'project', 'assignees'] }],
  views: [{ name: 'In order', sort: 'rank' }],
  empty: 'A column of the board; without any, tasks have the columns of their status.',
} as const;
