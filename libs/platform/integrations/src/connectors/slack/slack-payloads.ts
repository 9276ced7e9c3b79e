import { Type } from 'typebox';
import { optionalText } from '../payload-fields.js';

/** https://docs.slack.dev/apis/events-api/ */
export const Envelope = Type.Object({ type: optionalText, command: optionalText, ssl_check: optionalText });
export const Verification = Type.Object({ challenge: Type.String({ maxLength: 1_000 }) });
export const Callback = Type.Object({
  event_id: optionalText,
  team_id: optionalText,
  event: Type.Optional(
    Type.Object({
      type: optionalText,
      subtype: optionalText,
      bot_id: optionalText,
      channel: optionalText,
      user: optionalText,
      text: optionalText,
    }),
  ),
});

/** https://docs.slack.dev/interactivity/implementing-slash-commands/ */
export const Command = Type.Object({
  command: Type.String(),
  text: optionalText,
  team_id: optionalText,
  channel_id: optionalText,
  user_id: optionalText,
  trigger_id: optionalText,
});
