import { defineModule } from '@cubit/core';
import { loopStopped, runFailed, wireFailing, wireTripped } from './events.js';

/** The events about wires themselves. They create notifications, and other wires can react to them. */
export const wiresModule = defineModule({
  name: 'wires',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Wires',
  description: 'Automations that users define: an event, a condition and an action.',
  always: true,
  events: [runFailed, wireFailing, loopStopped, wireTripped],
});
