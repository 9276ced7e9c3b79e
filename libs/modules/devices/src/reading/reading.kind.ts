import { defineKind, Field, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const READING_TYPES = ['value', 'scan', 'count', 'state'] as const;
const KEEP_DAYS = 30;

/** Written by bridges alone, and gone after a month: a scale that reports each second writes 86,400 a day. */
export const reading = defineKind({
  id: 'devices:reading',
  title: ['Reading', 'Readings'],
  description: 'What a device measured, scanned or counted. Kept for 30 days.',
  access: 'read-only',
  keepDays: KEEP_DAYS,
  fields: Type.Object({
    device: Field.ref('devices:device', { onDelete: 'keep' }),
    type: Field.enum(READING_TYPES),
    value: Type.Optional(Field.decimal({ description: 'What was measured or counted.' })),
    unit: Type.Optional(Field.text({ description: 'Of the value.' })),
    code: Type.Optional(Field.text({ description: 'What was scanned; of a state, its name.' })),
    raw: Type.Optional(Field.json(Type.Unknown(), { description: 'What the device itself says.' })),
    at: Field.datetime({ description: 'By the clock of the bridge.' }),
  }),
  titleOf: ({ type, value, unit, code }) => code ?? (value === undefined ? type : `${value} ${unit ?? ''}`.trim()),
  index: [['device', 'at']],
});

export type Reading = RecordOf<typeof reading>;
export type ReadingFields = Reading['fields'];
