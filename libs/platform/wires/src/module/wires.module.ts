import { defineModule } from '@cubit/core';
import { loopStopped, runFailed, wireTripped } from './events.js';

/** What wires have to tell of themselves, as events like any other: they notify, and other wires can react to them. */
export const wiresModule = defineModule({
  name: 'wires',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Wires',
  description: 'Automations that people make: an event, a condition, an action.',
  always: true,
  events: [runFailed, loopStopped, wireTripped],
});
