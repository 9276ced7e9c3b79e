import type { DefaultWireDefinition } from '@cubit/core';

/** The line of `materials` that the run is for. */
const LINE = 'event.payload.materials.filter(m, m.targetId == target)[0]';

/** Takes the material of a print from stock: one run per spool, with the cause key of its line. */
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

/** Reverses the stock posting of the previous verdict. */
const takeBack = (event: 'confirmed' | 'scrapped'): DefaultWireDefinition => ({
  key: `take_back_${event}`,
  name:
    event === 'confirmed' ? 'Reverse the stock output of the previous verdict' : 'Remove scrapped prints from stock',
  event: `digifab.print.${event}`,
  condition: 'has(event.payload.replacesCauseKey)',
  action: 'inventory:take_back',
  input: {
    postings: [{ part: '${event.payload.outputPartId}', reverses: '${event.payload.replacesCauseKey}' }],
    reason: 'Verdict changed: ${event.payload.title}',
  },
});

/** Reopens the task that a print completed if a later verdict is not `good`. */
const reopenTask = (event: 'confirmed' | 'scrapped'): DefaultWireDefinition => ({
  key: `reopen_task_${event}`,
  name: event === 'confirmed' ? 'Reopen the task of a partially good print' : 'Reopen the task of a scrapped print',
  event: `digifab.print.${event}`,
  condition: 'has(event.payload.reopenTaskId)',
  record: 'event.payload.reopenTaskId',
  action: 'projects:reopen',
  input: { reason: 'Verdict changed: ${event.payload.title}' },
});

/** Post prints to stock and tasks, and notify members of suspected failures. */
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
    key: 'count_loans',
    name: 'Count a returned loan as a use for maintenance',
    event: 'inventory.loan.returned',
    condition: 'has(event.payload.stockItemId)',
    record: 'event.payload.stockItemId',
    action: 'digifab:log_use',
    input: { uses: 1 },
  },
  {
    key: 'notify_suspected',
    name: 'Notify about suspected print failures',
    event: 'digifab.print.failure_suspected',
    action: 'core-notifications:notify',
    input: {
      message: 'Print failure suspected: ${event.payload.title}.${event.payload.paused ? " The print is paused." : ""}',
      link_url: '/modules/digifab/records/job/${event.payload.jobId}',
      priority: 'high',
    },
  },
];
