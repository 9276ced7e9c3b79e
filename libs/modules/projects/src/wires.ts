import type { DefaultWireDefinition } from '@cubit/core';

const TASK = '${has(event.payload.number) ? event.payload.number + " " : ""}${event.payload.title}';
const TASK_LINK = '/modules/projects/records/task/${event.payload.taskId}';
const CONCERNS_SOMEBODY = 'size(event.payload.userIds) > 0';

/** React to events of other modules, and notify members of events of tasks. */
export const wires: readonly DefaultWireDefinition[] = [
  {
    key: 'satisfy_on_stock',
    name: 'Unblock tasks that wait for a part',
    event: 'inventory.stock.recovered',
    record: 'event.payload.partId',
    action: 'projects:satisfy',
    input: { event: '${event.name}' },
  },
  {
    key: 'satisfy_on_first_stock',
    name: 'Unblock tasks that wait for a new part',
    event: 'inventory.part.stocked',
    record: 'event.payload.partId',
    action: 'projects:satisfy',
    input: { event: '${event.name}' },
  },
  {
    key: 'satisfy_on_arrival',
    name: 'Unblock tasks that wait for an order',
    event: 'purchases.order.arrived',
    record: 'event.payload.orderId',
    action: 'projects:satisfy',
    input: { event: '${event.name}' },
  },
  {
    key: 'complete_on_print',
    name: 'Complete the task of a good print',
    event: 'digifab.print.confirmed',
    condition: 'has(event.payload.linkedTaskId)',
    record: 'event.payload.linkedTaskId',
    action: 'projects:complete',
  },
  {
    key: 'task_for_maintenance',
    name: 'Create a task for due maintenance',
    event: 'digifab.maintenance.due',
    record: 'event.payload.maintenanceId',
    action: 'projects:create_task',
    input: { title: 'Maintenance: ${record.title}', dedupe_key: '${event.payload.maintenanceId}' },
  },
  {
    key: 'notify_mentioned',
    name: 'Notify members mentioned in a comment',
    event: 'projects.comment.created',
    condition: 'size(event.payload.mentionedUserIds) > 0',
    action: 'core-notifications:notify',
    input: {
      message: 'You were mentioned: ${event.payload.excerpt}',
      link_url: '/modules/projects/records/comment/${event.payload.commentId}',
      recipients: { users: '${event.payload.mentionedUserIds}' },
    },
  },
  {
    key: 'notify_assigned',
    name: 'Notify new assignees of a task',
    event: 'projects.task.assigned',
    action: 'core-notifications:notify',
    input: {
      message: `Assigned to you: ${TASK}`,
      link_url: TASK_LINK,
      recipients: { users: '${event.payload.userIds}' },
    },
  },
  {
    key: 'notify_due_soon',
    name: 'Notify about tasks that are due soon',
    event: 'projects.task.due_soon',
    condition: CONCERNS_SOMEBODY,
    action: 'core-notifications:notify',
    input: { message: `Due soon: ${TASK}`, link_url: TASK_LINK, recipients: { users: '${event.payload.userIds}' } },
  },
  {
    key: 'notify_overdue',
    name: 'Notify about overdue tasks',
    event: 'projects.task.overdue',
    condition: CONCERNS_SOMEBODY,
    action: 'core-notifications:notify',
    input: {
      message: `Overdue: ${TASK}`,
      link_url: TASK_LINK,
      priority: 'high',
      recipients: { users: '${event.payload.userIds}' },
    },
  },
];
