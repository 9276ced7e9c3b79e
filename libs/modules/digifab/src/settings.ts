import { Type, type Static } from 'typebox';

export const settings = Type.Object({
  failure_threshold: Type.Number({
    default: 0.6,
    minimum: 0,
    maximum: 1,
    title: 'Failure threshold',
    description: 'Scores at or above this value indicate a failed print.',
  }),
  failure_frames: Type.Integer({
    default: 3,
    minimum: 1,
    maximum: 100,
    title: 'Frames in a row',
    description: 'Number of consecutive scores that must reach the threshold before a failure is suspected.',
  }),
  failure_ignore_first_s: Type.Integer({
    default: 120,
    minimum: 0,
    maximum: 86_400,
    title: 'Ignored at the start',
    description: 'Seconds after the start of a print during which scores are ignored.',
  }),
  failure_cooldown_s: Type.Integer({
    default: 600,
    minimum: 0,
    maximum: 86_400,
    title: 'Cooldown after a dismissal',
    description: 'Seconds after a dismissal during which no suspicion is raised.',
  }),
  failure_auto_pause: Type.Boolean({
    default: false,
    title: 'Pause suspected prints',
    description: 'Pauses a print as soon as a failure is suspected.',
  }),
  approval_required: Type.Boolean({
    default: false,
    title: 'Jobs need approval',
    description: 'Queued jobs wait for approval by an administrator, except those of members who may print.',
  }),
  may_print: Type.Array(Type.String({ format: 'uuid' }), {
    default: [],
    maxItems: 1_000,
    uniqueItems: true,
    title: 'Who may print',
    description: 'Ids of members whose jobs need no approval.',
  }),
  energy_price: Type.Number({
    default: 0.3,
    minimum: 0,
    maximum: 1e6,
    title: 'Energy price',
    description: 'Price of a kilowatt-hour, for estimates of the cost of prints.',
  }),
  currency: Type.String({
    default: 'EUR',
    format: 'currency',
    title: 'Currency',
    description: 'Currency of the energy price.',
  }),
  material_low_g: Type.Number({
    default: 50,
    minimum: 0,
    maximum: 1e6,
    title: 'Low material threshold',
    description: 'Grams. A loaded spool with less material emits `digifab.material.low`.',
  }),
});
export type Settings = Static<typeof settings>;
