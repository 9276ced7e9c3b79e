import type { OutboundNotification } from '@cubit/core';
import { cutText } from './cut-text.js';

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
const CONTENT_LENGTH = 2_000;
/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const DESCRIPTION_LENGTH = 4_096;
/** Discord rejects empty text. */
const EMPTY_TEXT = '\u200b';

/** A message without mentions, whatever its text. A text that is too long for `content` goes into an embed, which allows more. */
export function discordMessage({ message, linkUrl }: OutboundNotification) {
  const link = linkUrl ?? '';
  const text = message.trim() === '' ? EMPTY_TEXT : message;
  const quiet = { allowed_mentions: { parse: [] } };
  if (text.length <= CONTENT_LENGTH)
    return { content: text, ...(link === '' ? {} : { embeds: [{ description: link }] }), ...quiet };
  const below = link === '' ? '' : `\n${link}`;
  return { embeds: [{ description: `${cutText(text, DESCRIPTION_LENGTH - below.length)}${below}` }], ...quiet };
}
