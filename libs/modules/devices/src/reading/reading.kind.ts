import { defineKind, Field, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { readingHints } from './reading.hints.js';

export const READING_TYPES = ['value', 'scan', 'count', 'state'] as const;
const KEEP_DAYS = 30;

/** Written only by bridges and deleted after 30 days: a scale that reports each second writes 86,400 readings a day. */
export const reading = defineKind({
  id: 'devices:reading',
  title: ['Reading', 'Readings'],
  description: 'A value that a device measured, scanned or counted. Deleted after 30 days.',
  access: 'read-only',
  keepDays: KEEP_DAYS,
  fields: Type.Object({
    device: Field.ref('devices:device', {
      title: 'Device',
      onDelete: 'keep',
      description: 'The device that measured, scanned or counted.',
    }),
    type: Field.enum(READING_TYPES, {
      title: 'Type',
      description:
        'What the reading is. `value`: a measurement. `scan`: a scanned code. `count`: a number of pieces. `state`: a named state of the device.',
    }),
    value: Type.Optional(
      Field.decimal({ title: 'Value', ui: { unit: { field: 'unit' } }, description: 'The measured or counted value.' }),
    ),
    unit: Type.Optional(Field.text({ title: 'Unit', description: 'Unit of the value.' })),
    code: Type.Optional(Field.text({ title: 'Code', description: 'The scanned code, or the name of the state.' })),
    raw: Type.Optional(
      Field.json(Type.Unknown(), { title: 'Raw data', ui: { widget: 'json' }, description: 'Raw data of the device.' }),
    ),
    at: Field.datetime({ title: 'Time', ui: { widget: 'relative' }, description: 'Time by the clock of the bridge.' }),
  }),
  titleOf: ({ type, value, unit, code }) => code ?? (value === undefined ? type : `${value} ${unit ?? ''}`.trim()),
  index: [['device', 'at']],
  ui: readingHints,
});

export type Reading = RecordOf<typeof reading>;
export type ReadingFields = Reading['fields'];
