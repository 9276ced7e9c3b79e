import { defineSweep } from '@cubit/core';
import { command } from './command.kind.js';
import { lapse } from './lapse.js';

export const lapsed = defineSweep({
  id: 'lapsed',
  kind: command,
  at: 'due_at',
  run: (context, due) => lapse(context, due),
});
