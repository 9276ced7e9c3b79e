import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, describe } from '@jest/globals';
import type { OutboundNotification } from '@cubit/core';
import { describeWithData } from '@cubit/testing';
import { discordMessage } from './discord-message.js';
import { headerFaults } from './header-rules.js';
import { httpOutcome } from './http-outcome.js';
import { maskUrl } from './mask.js';
import { slackMessage } from './slack-message.js';
import { envelope } from './webhook.channel.js';

const notification = (message: string, linkUrl: string | null = null): OutboundNotification => ({
  id: 'n_01',
  eventType: 'inventory.stock.low',
  message,
  linkUrl,
  priority: 'normal',
  workspace: { id: 'org_1', slug: 'workshop', name: 'Workshop <1>' },
  user: { id: 'usr_1', name: 'Ada', email: 'ada@example.org' },
  occurredAt: '2026-11-21T11:46:00.123Z',
});
const textsOf = (blocks: ReturnType<typeof slackMessage>['blocks']) =>
  blocks.flatMap((block) => ('text' in block ? [block.text.text] : block.elements.map(({ text }) => text)));
const plain = (escaped: string) => escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

describe('a message to Slack', () => {
  it('is plain text: it mentions nobody, and its only link is the notification’s own', () => {
    const { text, blocks } = slackMessage(
      notification('<!channel> & <@U123> <https://evil.example|here>', 'https://ws.example/a?b=1&c=<|>'),
    );
    expect(text).toBe('&lt;!channel&gt; &amp; &lt;@U123&gt; &lt;https://evil.example|here&gt;');
    expect(textsOf(blocks)).toEqual([
      text,
      '<https://ws.example/a?b=1&amp;c=&lt;%7C&gt;|Open>',
      'Workshop &lt;1&gt; · inventory.stock.low · normal',
    ]);
    expect(JSON.stringify(blocks)).toContain('"verbatim":true');
  });

  it.each([
    ['20,000 characters that are escaped to five each', '&'.repeat(20_000)],
    ['20,000 letters', 'a'.repeat(20_000)],
    ['10,000 characters of two units', '🔩'.repeat(10_000)],
    ['a section and one more', 'x'.repeat(3_001)],
  ])('splits %s into blocks within the limits, without losing text', (_, message) => {
    const { text, blocks } = slackMessage(notification(message, 'https://ws.example/a'));
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(blocks.length).toBeLessThanOrEqual(50);
    const texts = textsOf(blocks);
    for (const one of texts) expect(one.length).toBeLessThanOrEqual(3_000);
    expect(plain(texts.slice(0, -2).join(''))).toBe(message);
  });

  it('is never empty', () => {
    const { text, blocks } = slackMessage(notification('  \n'));
    for (const one of [text, ...textsOf(blocks)]) expect(one).not.toBe('');
  });
});

describe('a message to Discord', () => {
  it.each([1, 1_999, 2_000, 2_001, 4_095, 4_096, 4_097, 20_000])(
    'of %i characters stays within the limits',
    (length) => {
      for (const link of [null, 'https://ws.example/a/1']) {
        const {
          content = '',
          embeds = [],
          allowed_mentions,
        } = {
          ...discordMessage(notification('a'.repeat(length), link)),
        } as { content?: string; embeds?: { description: string }[]; allowed_mentions: object };
        expect(content.length).toBeLessThanOrEqual(2_000);
        for (const { description } of embeds) expect(description.length).toBeLessThanOrEqual(4_096);
        expect(allowed_mentions).toEqual({ parse: [] });
        expect(JSON.stringify(embeds).includes('https://')).toBe(link !== null);
        expect(`${content}${embeds[0]?.description ?? ''}`).toContain('a'.repeat(Math.min(length, 4_000)));
      }
    },
  );
});

describe('the response of a receiver', () => {
  it('is shown in one line; any 2xx status is success', () => {
    expect(httpOutcome({ status: 299, body: 'whatever' })).toEqual({ delivered: true, status: 299, error: null });
    expect(httpOutcome({ status: 400, body: 'invalid\r\n\u0000payload' }).error).toBe(
      'The receiver answered 400: invalid payload',
    );
    expect(httpOutcome({ status: 302, body: '' }).error).toBe('The receiver answered 302');
  });
});

describe('headers', () => {
  it.each([
    'Host',
    'content-length',
    'CONNECTION',
    'Transfer-Encoding',
    'Upgrade',
    'TE',
    'Expect',
    'bad name',
    '',
    'x:y',
    'x\r\ny',
    'ü',
  ])('that break the request are refused: %j', (name) => expect(headerFaults({ [name]: 'x' })).toHaveLength(1));

  it('refuse control characters in values, and duplicate names', () => {
    for (const value of ['a\nb', 'a\r\nHost: x', 'a\u0000', '\u007f', '✓', 'a\tb'])
      expect(headerFaults({ 'X-A': value })).toHaveLength(1);
    expect(headerFaults({ 'X-A': 'ä b~', Authorization: 'Bearer x', 'X-Empty': '' })).toEqual([]);
    expect(headerFaults({ 'X-A': '1', 'x-a': '2' })).toEqual([{ path: '/headers/x-a', message: 'is a duplicate.' }]);
  });
});

describe('a masked URL', () => {
  it.each([
    ['https://example.org/hook', {}, 'https://example.org/hook'],
    ['https://ada:pw@example.org/hook', {}, 'https://ada:********@example.org/hook'],
    ['https://example.org/hook?token=abc&x=1', {}, 'https://example.org/hook?token=********&x=********'],
    ['https://example.org/in/Zk3fT9qLx0VbN2mPw7', {}, 'https://example.org/in/********'],
    [
      'https://hooks.slack.com/services/T00/B00/short',
      { keys: 1 },
      'https://hooks.slack.com/services/T00/B00/********',
    ],
    ['no url', {}, '********'],
  ])('%s', (url, options, shown) => expect(maskUrl(url, options)).toBe(shown));
});

describeWithData('the collected messages and answers', 'shared/data/outbound', (folder) => {
  const read = <Value>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Value;

  it('are formatted for Slack and Discord without losing text', () => {
    const messages = read<{ id: string; message: string; link_url: string | null }[]>('messages.json');
    expect(messages.length).toBeGreaterThan(0);
    for (const { message, link_url } of messages) {
      const slack = slackMessage(notification(message, link_url));
      expect(plain(slack.text)).toBe(message);
      expect(slack.text).not.toMatch(/<[!@#]/);
      expect(JSON.stringify(slack)).not.toContain('<|');
      const discord = discordMessage(notification(message, link_url)) as {
        content?: string;
        embeds?: { description: string }[];
      };
      expect(`${discord.content ?? ''}\n${discord.embeds?.[0]?.description ?? ''}`).toContain(message);
      if (message.length <= 2_000) expect(discord.content).toBe(message);
      if (link_url === null) expect(discord.embeds).toBeUndefined();
    }
  });

  it('have envelopes with the documented fields', () => {
    for (const example of read<Record<string, unknown>[]>('envelope_valid.json'))
      expect(Object.keys(envelope(notification('x')))).toEqual(Object.keys(example));
  });

  it('have the documented outcome', () => {
    const replies = read<{ status?: number; body?: string; means: string }[]>('receiver_replies.json');
    for (const { status, body = '', means } of replies)
      if (status !== undefined && !means.includes('over 5 s'))
        expect([status, httpOutcome({ status, body }).delivered]).toEqual([status, means === 'delivered']);
  });
});
