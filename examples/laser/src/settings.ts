import { Field } from '@cubit/core';
import { Type } from 'typebox';

/** What the administrators of a workspace choose. Every setting has a default. */
export const settings = Type.Object({
  service_minutes: Type.Integer({
    title: 'Minutes between services',
    description: 'After how many minutes of cutting a machine needs service.',
    minimum: 1,
    maximum: 100_000,
    default: 3_000,
  }),
  report_url: Type.String({
    title: 'Log of cuts',
    description: 'Where finished cuts are reported to, such as https://log.laser.example/cuts. Empty: nowhere.',
    maxLength: 2_000,
    default: '',
  }),
  report_key: Field.secret({ title: 'Key of the log', description: 'Sent with each report.' }),
});
