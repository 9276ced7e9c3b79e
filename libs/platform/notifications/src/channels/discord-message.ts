import type { OutboundNotification } from '@cubit/core';
import { cutText } from './cut-text.js';

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
const CONTENT_LENGTH = 2_000;
/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const DESCRIPTION_LENGTH = 4_096;
/** Discord takes no empty text. */
const NOTHING = '\u200b';

/** A message that pings nobody, whatever stands in it. What is too long for the text goes into an embed, which takes more. */
export function discordMessage({ message, linkUrl }: OutboundNotification) {
  const link = linkUrl ?? '';
  const text = message.trim() === '' ? NOTHING : message;
  const quiet = { allowed_mentions: { parse: [] } };
  if (text.length <= CONTENT_LENGTH)
    return { content: text, ...(link === '' ? {} : { embeds: [{ description: link }] }), ...quiet };
  const below = link === '' ? '' : `\n${link}`;
  return { embeds: [{ description: `${cutText(text, DESCRIPTION_LENGTH - below.length)}${below}` }], ...quiet };
}
