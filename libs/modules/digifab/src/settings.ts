import { Type, type Static } from 'typebox';

export const settings = Type.Object({
  failure_threshold: Type.Number({
    default: 0.6,
    minimum: 0,
    maximum: 1,
    title: 'Failure threshold',
    description: 'A score from here on speaks for a failed print.',
  }),
  failure_frames: Type.Integer({
    default: 3,
    minimum: 1,
    maximum: 100,
    title: 'Frames in a row',
    description: 'So many scores in a row must reach the threshold before a print is suspected.',
  }),
  failure_ignore_first_s: Type.Integer({
    default: 120,
    minimum: 0,
    maximum: 86_400,
    title: 'Ignored at the start',
    description: 'Seconds from the start of a print in which scores mean nothing.',
  }),
  failure_cooldown_s: Type.Integer({
    default: 600,
    minimum: 0,
    maximum: 86_400,
    title: 'Quiet after a dismissal',
    description: 'Seconds after a suspicion was dismissed in which no other is raised.',
  }),
  failure_auto_pause: Type.Boolean({
    default: false,
    title: 'Pause suspected prints',
    description: 'The job is paused as soon as it is suspected.',
  }),
  approval_required: Type.Boolean({
    default: false,
    title: 'Jobs need approval',
    description: 'What is queued waits for an administrator, but for those who may print.',
  }),
  may_print: Type.Array(Type.String({ format: 'uuid' }), {
    default: [],
    maxItems: 1_000,
    uniqueItems: true,
    title: 'Who may print',
    description: 'Ids of members whose jobs need no approval.',
  }),
  material_low_g: Type.Number({
    default: 50,
    minimum: 0,
    maximum: 1e6,
    title: 'Low on a machine',
    description: 'Grams: a loaded spool with less is told of.',
  }),
});
export type Settings = Static<typeof settings>;

/** The kernel fills defaults in and has checked what was saved. */
export function settingsOf({ settings: current }: { readonly settings: Readonly<Record<string, unknown>> }): Settings {
  return current as unknown as Settings;
}
