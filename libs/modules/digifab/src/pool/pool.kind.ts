import { defineKind } from '@cubit/core';
import { scheduleWhen } from '../queue/schedule-when.js';
import { poolFields } from './pool.fields.js';
import { poolHints } from './pool.hints.js';

export const pool = defineKind({
  id: 'digifab:pool',
  title: ['Pool', 'Pools'],
  description: 'A group of machines that can run the same jobs.',
  fields: poolFields,
  titleField: 'name',
  ui: poolHints,
  example: { name: 'The three MK4', strategy: 'least_hours', start_gap_s: 120 },
  onWrite: (context) => scheduleWhen(context, true),
});
