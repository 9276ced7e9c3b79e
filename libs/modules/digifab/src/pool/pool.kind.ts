import { defineKind } from '@cubit/core';
import { scheduleAfter } from '../queue/schedule-after.js';
import { poolFields } from './pool.fields.js';

export const pool = defineKind({
  id: 'digifab:pool',
  title: ['Pool', 'Pools'],
  description: 'Machines that do the same jobs.',
  fields: poolFields,
  titleField: 'name',
  example: { name: 'The three MK4', strategy: 'least_hours', start_gap_s: 120 },
  onWrite: (context) => scheduleAfter(context, true),
});
