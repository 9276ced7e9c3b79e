import type { OutboundNotification } from '@cubit/core';

/** https://api.slack.com/changelog/2018-04-truncating-really-long-messages */
const TEXT_LENGTH = 40_000;
/** https://docs.slack.dev/reference/block-kit/blocks/section-block */
const SECTION_LENGTH = 3_000;
/** https://docs.slack.dev/reference/block-kit/blocks */
const MAX_BLOCKS = 50;
const LINK_LENGTH = SECTION_LENGTH - 100;
/** Slack rejects empty text. */
const EMPTY_TEXT = '\u200b';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text so that it contains no mentions or links (https://docs.slack.dev/messaging/formatting-message-text). */
function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** `text` is for push notifications; the channel shows the blocks. `verbatim` stops Slack from linking names and channels. */
export function slackMessage({ message, linkUrl, eventType, priority, workspace }: OutboundNotification) {
  const link = linkUrl === null ? '' : escapeText(linkUrl).replaceAll('|', '%7C');
  const open = link === '' || link.length > LINK_LENGTH ? [] : [section(`<${link}|Open>`)];
  const about = escapeText(`${workspace.name} · ${eventType} · ${priority}`);
  return {
    text: splitEscaped(message, TEXT_LENGTH)[0] ?? EMPTY_TEXT,
    blocks: [
      ...splitEscaped(message, SECTION_LENGTH)
        .map(section)
        .slice(0, MAX_BLOCKS - open.length - 1),
      ...open,
      { type: 'context', elements: [{ type: 'mrkdwn', text: about, verbatim: true }] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

/** Splits the escaped text into parts of at most `length`, never inside an entity or a character. */
function splitEscaped(text: string, length: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    const escaped = escapeText(character);
    if (piece.length + escaped.length > length) {
      pieces.push(piece);
      piece = '';
    }
    piece += escaped;
  }
  return [...pieces, piece].map((one) => (one.trim() === '' ? EMPTY_TEXT : one));
}
