import type { OutboundNotification } from '@cubit/core';

/** https://api.slack.com/changelog/2018-04-truncating-really-long-messages */
const TEXT_LENGTH = 40_000;
/** https://docs.slack.dev/reference/block-kit/blocks/section-block */
const SECTION_LENGTH = 3_000;
/** https://docs.slack.dev/reference/block-kit/blocks */
const MAX_BLOCKS = 50;
const LINK_LENGTH = SECTION_LENGTH - 100;
/** Slack takes no empty text. */
const NOTHING = '\u200b';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What Slack reads as text and nothing else: no mention, no link (https://docs.slack.dev/messaging/formatting-message-text). */
function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** `text` is what a phone shows; the blocks are what the channel shows, where nobody looks for names and channels in the text. */
export function slackMessage({ message, linkUrl, eventType, priority, workspace }: OutboundNotification) {
  const link = linkUrl === null ? '' : escapeText(linkUrl).replaceAll('|', '%7C');
  const open = link === '' || link.length > LINK_LENGTH ? [] : [section(`<${link}|Open>`)];
  const about = escapeText(`${workspace.name} · ${eventType} · ${priority}`);
  return {
    text: inPieces(message, TEXT_LENGTH)[0] ?? NOTHING,
    blocks: [
      ...inPieces(message, SECTION_LENGTH)
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

/** The escaped text in pieces of at most `length`, none of which ends in the middle of an entity or a character. */
function inPieces(text: string, length: number): readonly string[] {
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
  return [...pieces, piece].map((one) => (one.trim() === '' ? NOTHING : one));
}
