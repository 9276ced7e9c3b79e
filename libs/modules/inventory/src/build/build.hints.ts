export const buildHints = {
  icon: 'hammer',
  color: 'orange',
  summary: ['assembly', 'qty', 'qty_done', 'status', 'due', 'assignee'],
  facts: [{ field: 'qty_done', of: 'qty' }, 'assembly', 'due', 'assignee', 'project'],
  form: [
    { title: 'Plan', fields: ['due', 'project', 'assignee', 'source_location', 'destination'] },
    { title: 'Progress', fields: ['qty_done', 'qty_scrapped', 'qty_consumed', 'issued_at', 'completed_at'] },
    { title: 'Components', fields: ['lines'], lead: true },
    { title: 'Outputs', fields: ['outputs'], collapsed: true },
  ],
  panels: [{ title: 'Jobs', kind: 'digifab:job', by: 'build', fields: ['machine', 'status', 'eta'] }],
  views: [
    { name: 'In progress', filter: 'status in ["issued", "in_progress"]', sort: 'due' },
    {
      name: 'Due this week',
      filter: 'status in ["draft", "issued", "in_progress"] && due <= now() + duration("7d")',
      sort: 'due',
    },
    { name: 'Overdue', filter: 'status in ["draft", "issued", "in_progress"] && due < now()', sort: 'due' },
    { name: 'Board', layout: 'board' },
    { name: 'Mine', mine: 'assignee', sort: 'due' },
  ],
  calendar: { start: 'due' },
  scan: ['number'],
  empty: 'A build makes a quantity of an assembly from its components.',
} as const;
