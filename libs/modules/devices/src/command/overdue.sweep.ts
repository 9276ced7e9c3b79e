import { defineSweep } from '@cubit/core';
import { command } from './command.kind.js';
import { handleOverdue } from './handle-overdue.js';

export const overdueCommands = defineSweep({
  id: 'lapsed',
  kind: command,
  at: 'due_at',
  run: (context, due) => handleOverdue(context, due),
});
