import { Type, type Static } from 'typebox';

/** State of failure detection for the current attempt. */
export const watch = Type.Object({
  /** Recent scores, newest last. */
  scores: Type.Array(Type.Number(), { title: 'Scores' }),
  in_row: Type.Integer({ title: 'In a row' }),
  suspected_at: Type.Optional(Type.String({ title: 'Suspected' })),
  quiet_until: Type.Optional(Type.String({ title: 'Quiet until' })),
  ignored: Type.Optional(
    Type.Array(
      Type.Object({
        at: Type.String({ title: 'Time' }),
        score: Type.Number({ title: 'Score' }),
        source: Type.String({ title: 'Source' }),
        reason: Type.String({ title: 'Reason' }),
      }),
      { title: 'Ignored', description: 'The last alerts of detectors that raised no suspicion, and why.' },
    ),
  ),
});
export type Watch = Static<typeof watch>;
