export const projectsHints = {
  icon: 'square-kanban',
  color: 'violet',
  menu: ['projects:task', 'projects:project', 'projects:time_entry', 'projects:comment', 'projects:state'],
  home: [
    {
      title: 'My tasks',
      metric: 'projects:task',
      filter: 'status in ["backlog", "todo", "in_progress"]',
      mine: 'assignees',
      rows: { fields: ['project', 'status', 'due_at'], sort: 'due_at', action: 'projects:complete' },
    },
    {
      title: 'Due this week',
      metric: 'projects:task',
      filter: 'status in ["backlog", "todo", "in_progress"] && due_at <= now() + duration("7d")',
      tone: 'info',
    },
    {
      title: 'Overdue tasks',
      metric: 'projects:task',
      filter: 'overdue',
      tone: 'bad',
      rows: { fields: ['project', 'assignees', 'due_at'], sort: 'due_at', action: 'projects:complete' },
    },
    { title: 'Waiting tasks', metric: 'projects:task', filter: 'blocked', tone: 'warn' },
    { title: 'Tasks done', metric: 'projects:task', filter: 'status == "done"', daily: 'completed_at' },
  ],
} as const;
