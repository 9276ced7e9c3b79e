import { jobEvents } from './events/job-events.js';
import { machineEvents } from './events/machine-events.js';
import { printEvents } from './events/print-events.js';

export const events = [...jobEvents, ...printEvents, ...machineEvents] as const;
