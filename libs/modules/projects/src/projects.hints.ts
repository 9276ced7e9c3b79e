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
    },
    {
      title: 'Due this week',
      metric: 'projects:task',
      filter: 'status in ["backlog", "todo", "in_progress"] && due_at <= now() + duration("7d")',
      tone: 'info',
    },
    { title: 'Overdue tasks', metric: 'projects:task', filter: 'overdue', tone: 'bad' },
    { title: 'Waiting tasks', metric: 'projects:task', filter: 'blocked', tone: 'warn' },
  ],
} as const;
