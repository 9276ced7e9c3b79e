import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

const about = {
  wireId: Type.String({ format: 'uuid', title: 'Wire', description: 'Id of the wire.' }),
  wireName: Type.String({ title: 'Wire name', description: 'Name of the wire at the time of the run.' }),
  runId: Type.String({ format: 'uuid', title: 'Run', description: 'Id of the run.' }),
  ownerId: Type.String({
    format: 'uuid',
    title: 'Owner',
    description: 'Id of the member who owns the wire.',
  }),
  code: Type.String({ title: 'Error code', description: 'Error code, such as `insufficient_stock` or `rate_cap`.' }),
  reason: Field.longtext({ title: 'Reason', description: 'The error message, for people.' }),
};
const example = {
  wireId: EXAMPLE_ID,
  wireName: 'Reorder what runs low',
  runId: EXAMPLE_ID,
  ownerId: EXAMPLE_ID,
};

export const runFailed = defineEvent({
  name: 'wires.run.failed',
  title: 'Wire run failed',
  description: 'A run failed permanently: it is not retried automatically.',
  payload: Type.Object(about),
  example: { ...example, code: 'insufficient_stock', reason: 'There are only 2.' },
});

export const wireFailing = defineEvent({
  name: 'wires.wire.failing',
  title: 'Wire is failing',
  description:
    'A run of the wire failed permanently. Emitted at most once an hour for each wire and addressed to its owner.',
  payload: Type.Object(about),
  example: { ...example, code: 'insufficient_stock', reason: 'There are only 2.' },
  notification: {
    message: 'Wire "{wireName}" failed: {reason}',
    link: '/wires/{wireId}/runs',
    priority: 'high',
    recipients: 'ownerId',
  },
});

export const loopStopped = defineEvent({
  name: 'wires.loop.stopped',
  title: 'Wire loop stopped',
  description: 'Wires triggered each other in a loop, and the chain of runs was stopped.',
  payload: Type.Object(about),
  example: { ...example, code: 'loop_depth', reason: 'The chain of causes is longer than 8.' },
  notification: { message: 'Wire "{wireName}" was stopped: {reason}', priority: 'high' },
});

export const wireTripped = defineEvent({
  name: 'wires.wire.tripped',
  title: 'Wire stopped by its rate cap',
  description: 'The wire exceeded its rate cap. It does not run until it is resumed.',
  payload: Type.Object(about),
  example: { ...example, code: 'rate_cap', reason: 'The wire has run more often than its rate cap allows.' },
  notification: { message: 'Wire "{wireName}" was stopped: {reason}', priority: 'high' },
});
