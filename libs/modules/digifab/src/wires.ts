import type { DefaultWireDefinition } from '@cubit/core';

/** The line of `materials` that a run is for. */
const LINE = 'event.payload.materials.filter(m, m.targetId == target)[0]';

/** What a print has used is taken from stock: one run for each spool, under the cause key of its line. */
const useMaterial = (end: 'completed' | 'failed' | 'cancelled', name: string): DefaultWireDefinition => ({
  key: `use_material_${end}`,
  name,
  event: `digifab.print.${end}`,
  condition: 'size(event.payload.materials) > 0',
  record: 'event.payload.materials.map(m, m.targetId)',
  action: 'inventory:adjust',
  input: {
    delta: `\${${LINE}.delta}`,
    unit: `\${${LINE}.unit}`,
    cause_key: `\${${LINE}.causeKey}`,
    for: { kind: 'digifab:job', id: '${event.payload.jobId}' },
    reason: '${event.payload.title}',
  },
});

/** What a verdict had put into stock comes out again when another takes its place. */
const takeBack = (event: 'confirmed' | 'scrapped'): DefaultWireDefinition => ({
  key: `take_back_${event}`,
  name:
    event === 'confirmed'
      ? 'Take back what an earlier verdict put into stock'
      : 'Take scrapped prints out of stock again',
  event: `digifab.print.${event}`,
  condition: 'has(event.payload.replacesCauseKey)',
  action: 'inventory:take_back',
  input: {
    postings: [{ part: '${event.payload.outputPartId}', reverses: '${event.payload.replacesCauseKey}' }],
    reason: 'Judged again: ${event.payload.title}',
  },
});

/** A task that was done by a print is not, where the print is not all good after all. */
const reopenTask = (event: 'confirmed' | 'scrapped'): DefaultWireDefinition => ({
  key: `reopen_task_${event}`,
  name:
    event === 'confirmed' ? 'Reopen the task of a print that is good in part' : 'Reopen the task of a scrapped print',
  event: `digifab.print.${event}`,
  condition: 'has(event.payload.reopenTaskId)',
  record: 'event.payload.reopenTaskId',
  action: 'projects:reopen',
  input: { reason: 'Judged again: ${event.payload.title}' },
});

/** What prints mean for stock and tasks, and who is told of those that go wrong. */
export const wires: readonly DefaultWireDefinition[] = [
  useMaterial('completed', 'Take the material of completed prints from stock'),
  useMaterial('failed', 'Take the material of failed prints from stock'),
  useMaterial('cancelled', 'Take the material of cancelled prints from stock'),
  {
    key: 'add_output',
    name: 'Put good prints into stock',
    event: 'digifab.print.confirmed',
    condition: 'has(event.payload.outputCauseKey)',
    record: 'event.payload.outputPartId',
    action: 'inventory:add',
    input: {
      qty: '${event.payload.outputQty}',
      cause_key: '${event.payload.outputCauseKey}',
      reason: '${event.payload.title}',
    },
  },
  takeBack('confirmed'),
  takeBack('scrapped'),
  reopenTask('confirmed'),
  reopenTask('scrapped'),
  {
    key: 'notify_suspected',
    name: 'Tell of prints that look like a failure',
    event: 'digifab.print.failure_suspected',
    action: 'core-notifications:notify',
    input: {
      message: '${event.payload.title} looks like a failure.${event.payload.paused ? " It is paused." : ""}',
      link_url: '/modules/digifab/records/job/${event.payload.jobId}',
      priority: 'high',
    },
  },
];
