import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

const about = {
  wireId: Type.String({ format: 'uuid' }),
  wireName: Type.String(),
  runId: Type.String({ format: 'uuid' }),
  ownerId: Type.String({ format: 'uuid', description: 'Whose wire it is.' }),
  code: Type.String({ description: 'Code of the error.' }),
  reason: Field.longtext(),
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
  description: 'A run failed for good: it is not tried again by itself.',
  payload: Type.Object(about),
  example: { ...example, code: 'insufficient_stock', reason: 'There are only 2.' },
});

export const loopStopped = defineEvent({
  name: 'wires.loop.stopped',
  title: 'Loop of wires stopped',
  description: 'Wires set each other off without end; the chain was cut.',
  payload: Type.Object(about),
  example: { ...example, code: 'loop_depth', reason: 'The chain of causes is longer than 8.' },
  notification: { message: 'Wire "{wireName}" was stopped: {reason}', priority: 'high' },
});

export const wireTripped = defineEvent({
  name: 'wires.wire.tripped',
  title: 'Wire stopped by its rate cap',
  payload: Type.Object(about),
  example: { ...example, code: 'rate_cap', reason: 'The wire has run more often than its rate cap allows.' },
  notification: { message: 'Wire "{wireName}" was stopped: {reason}', priority: 'high' },
});
