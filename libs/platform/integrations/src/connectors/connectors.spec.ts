import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { AnyConnector, InboundHit, Translation } from '@cubit/core';
import { describeWithData } from '@cubit/testing';
import { integrations } from '../module/integrations.module.js';

const connectors = new Map((integrations.connectors ?? []).map((connector) => [connector.id, connector]));

interface Sent {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret?: string;
  readonly config?: object;
  readonly now?: Date;
}

function connectorOf(id: string): AnyConnector {
  const connector = connectors.get(id);
  if (!connector) throw new Error(`There is no connector '${id}'.`);
  return connector;
}

function hitOf({ body, headers, config = {}, now = new Date() }: Sent): InboundHit {
  return {
    rawBody: body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    integration: {
      id: '0190a6e2-7c1d-7b3a-9f00-000000000001',
      name: 'Sender',
      config: { encoding: 'hex', prefix: '', ...config } as never,
    },
    now,
    get payload() {
      return JSON.parse(Buffer.from(body).toString('utf8')) as unknown;
    },
  };
}

const verify = (id: string, sent: Sent) =>
  connectorOf(id).verify(Object.assign(hitOf(sent), { secret: sent.secret ?? null }));

interface Vector {
  readonly id: string;
  readonly provider: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expect: 'accept' | 'reject';
  readonly body_file?: string;
  readonly body_utf8?: string;
  readonly note?: string;
}

/** Senders without a connector of their own are taken by the one for anything. */
const BY_WEBHOOK: Readonly<Record<string, object>> = {
  gitea: { verification: 'hmac-sha256', header: 'X-Gitea-Signature' },
  gogs: { verification: 'hmac-sha256', header: 'X-Gogs-Signature' },
  bitbucket: { verification: 'hmac-sha256', header: 'X-Hub-Signature', prefix: 'sha256=' },
};
const NAMES: Readonly<Record<string, string>> = { standardwebhooks: 'standard-webhooks' };

describeWithData('published and computed signatures', 'shared/data/webhooks', (folder) => {
  const vectors = () => JSON.parse(readFileSync(join(folder, 'vectors.json'), 'utf8')) as readonly Vector[];

  it('are accepted and rejected as their senders say, every one', () => {
    const verdicts = vectors().map((vector) => {
      const config = BY_WEBHOOK[vector.provider];
      const clock =
        /clock = (\d+)/.exec(vector.note ?? '')?.[1] ?? /t=(\d+)/.exec(Object.values(vector.headers).join())?.[1];
      const stamp = vector.headers['webhook-timestamp'] ?? clock;
      const verdict = verify(config ? 'webhook' : (NAMES[vector.provider] ?? vector.provider), {
        body:
          vector.body_file === undefined
            ? Buffer.from(vector.body_utf8 ?? '')
            : readFileSync(join(folder, vector.body_file)),
        headers: vector.headers,
        secret: vector.secret,
        ...(config ? { config } : {}),
        ...(stamp === undefined ? {} : { now: new Date(Number(stamp) * 1_000) }),
      });
      return [vector.id, verdict === true ? 'accept' : 'reject'];
    });

    expect(verdicts).toEqual(vectors().map(({ id, expect: expected }) => [id, expected]));
    expect(verdicts.length).toBeGreaterThanOrEqual(30);
  });

  it.each([
    [
      'github',
      'github_push.json',
      { 'x-github-event': 'push' },
      'integrations.github.pushed',
      {
        repository: 'Codertocat/Hello-World',
        ref: 'refs/tags/simple-tag',
        branch: null,
        tag: 'simple-tag',
        commits: 0,
        message: 'Adding a .gitignore file',
      },
    ],
    [
      'github',
      'github_issues_opened.json',
      { 'x-github-event': 'issues' },
      'integrations.github.issue_opened',
      {
        repository: 'Codertocat/Hello-World',
        number: 1,
        title: 'Spelling error in the README file',
        author: 'Codertocat',
      },
    ],
    [
      'github',
      'github_release_published.json',
      { 'x-github-event': 'release' },
      'integrations.github.release_published',
      {
        tag: '0.0.1',
        title: '0.0.1',
        prerelease: false,
      },
    ],
    [
      'gitlab',
      'gitlab_push.json',
      { 'x-gitlab-event': 'Push Hook' },
      'integrations.gitlab.pushed',
      {
        project: 'mike/diaspora',
        branch: 'master',
        author: 'John Smith',
        commits: 4,
      },
    ],
    [
      'gitlab',
      'gitlab_issue.json',
      { 'x-gitlab-event': 'Issue Hook' },
      'integrations.gitlab.issue_opened',
      {
        project: 'gitlabhq/gitlab-test',
        number: 23,
        title: 'New API: create/update/delete file',
      },
    ],
    [
      'gitlab',
      'gitlab_release.json',
      { 'x-gitlab-event': 'Release Hook' },
      'integrations.gitlab.release_created',
      { tag: 'v1.1', title: 'v1.1' },
    ],
    [
      'shopify',
      'shopify_orders_create.json',
      { 'x-shopify-topic': 'orders/create', 'x-shopify-shop-domain': 'example.myshopify.com' },
      'integrations.shopify.order_created',
      {
        shop: 'example.myshopify.com',
        orderId: '820982911946154508',
        name: '#9999',
        currency: 'USD',
      },
    ],
    [
      'shopify',
      'shopify_products_update.json',
      { 'x-shopify-topic': 'products/update' },
      'integrations.shopify.product_updated',
      { shop: null },
    ],
    [
      'shopify',
      'shopify_inventory_levels_update.json',
      { 'x-shopify-topic': 'inventory_levels/update' },
      'integrations.shopify.inventory_level_updated',
      {
        inventoryItemId: '271878346596884015',
        locationId: '24826418',
        available: 10,
      },
    ],
  ])('real payload of %s, %s, becomes its own event beside the general one', (id, file, headers, name, payload) => {
    const body = readFileSync(join(folder, file));
    const events = eventsOf(
      connectorOf(id).translate(hitOf({ body, headers: headers as Readonly<Record<string, string>> })),
    );

    expect(events.map(({ event }) => event.name)).toEqual(['integrations.inbound.received', name]);
    expect(events[1]?.payload).toMatchObject(payload);
    expect(events[0]?.payload).toMatchObject({ connector: id, body: JSON.parse(body.toString('utf8')) });
  });

  it('a payload without an event of its own makes the general one, named as its sender does', () => {
    const stripe = eventsOf(
      connectorOf('stripe').translate(
        hitOf({ body: readFileSync(join(folder, 'stripe_invoiceitem_updated.json')), headers: {} }),
      ),
    );
    const star = eventsOf(
      connectorOf('github').translate(
        hitOf({ body: readFileSync(join(folder, 'github_star_created.json')), headers: { 'x-github-event': 'star' } }),
      ),
    );

    expect([stripe, star].map((events) => events.map(({ payload }) => payload['type']))).toEqual([
      ['invoiceitem.updated'],
      ['star.created'],
    ]);
  });
});

function eventsOf(translation: Translation) {
  if (!('deliveryId' in translation)) throw new Error(`It made no events: ${JSON.stringify(translation)}`);
  return (translation.events ?? []) as readonly {
    event: { name: string };
    payload: Readonly<Record<string, unknown>>;
  }[];
}

describe('the connector for anything', () => {
  const body = Buffer.from('{"a": 1}');
  const base64 = 'JFSUIrVkCIJaG3cZTTSdKZjfQX7p9gjwIXcI+wDTQ5c=';

  it('takes a shared secret in a header of one’s choice', () => {
    const config = { verification: 'shared-secret', header: 'X-Key' };
    const sent = (key: string) => verify('webhook', { body, headers: { 'X-Key': key }, secret: 'open sesame', config });

    expect(
      [sent('open sesame'), sent('open sesam'), sent('Open sesame'), sent('')].map((verdict) => verdict === true),
    ).toEqual([true, false, false, false]);
  });

  it('takes a signature in base64, and not the same in hex', async () => {
    const { createHmac } = await import('node:crypto');
    const hmac = (encoding: 'hex' | 'base64') => createHmac('sha256', 'key').update(body).digest(encoding);
    const config = { verification: 'hmac-sha256', encoding: 'base64', header: 'X-Sig' };
    const sent = (signature: string) =>
      verify('webhook', { body, headers: { 'X-Sig': signature }, secret: 'key', config });

    expect([sent(hmac('base64')) === true, sent(hmac('hex')) === true, sent(base64) === true]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('believes whoever knows the URL by explicit choice only', () => {
    expect(verify('webhook', { body, headers: {}, config: { verification: 'none' } })).toBe(true);
    expect(verify('webhook', { body, headers: {}, secret: 'key', config: { verification: 'hmac-sha256' } })).not.toBe(
      true,
    );
  });

  it('knows a delivery by the header that is configured, or else X-Delivery-Id or Idempotency-Key', () => {
    const idOf = (headers: Readonly<Record<string, string>>, config: object = {}) => {
      const translation = connectorOf('webhook').translate(
        hitOf({ body, headers, config: { verification: 'none', ...config } }),
      );
      return 'deliveryId' in translation ? translation.deliveryId : undefined;
    };

    expect([
      idOf({}),
      idOf({ 'X-Delivery-Id': 'a', 'Idempotency-Key': 'b' }),
      idOf({ 'Idempotency-Key': 'b' }),
      idOf({ 'X-Delivery-Id': 'a', 'X-Mine': 'c' }, { delivery_header: 'X-Mine' }),
      idOf({ 'X-Delivery-Id': 'a' }, { delivery_header: 'X-Mine' }),
    ]).toEqual([null, 'a', 'b', 'c', null]);
  });
});

describe('Slack', () => {
  const message = (event: object) => {
    const body = Buffer.from(JSON.stringify({ type: 'event_callback', event_id: 'Ev1', team_id: 'T1', event }));
    return eventsOf(connectorOf('slack').translate(hitOf({ body, headers: {} }))).map(({ event: made }) => made.name);
  };

  it('tells of what people write, and of nothing that an app writes', () => {
    const written = { type: 'message', channel: 'C1', user: 'U1', text: 'The laser is free' };

    expect(message(written)).toEqual(['integrations.inbound.received', 'integrations.slack.message_posted']);
    expect(message({ ...written, bot_id: 'B1' })).toEqual(['integrations.inbound.received']);
    expect(message({ ...written, subtype: 'message_changed' })).toEqual(['integrations.inbound.received']);
  });
});

describe('the README of integrations', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const named = (pattern: RegExp) => new Set([...readme.matchAll(pattern)].map(([, name]) => name));

  it('names every event and every connector, and no event that is not', () => {
    expect(named(/`(integrations\.[a-z_]+\.[a-z_]+)`/g)).toEqual(
      new Set((integrations.events ?? []).map(({ name }) => name)),
    );
    for (const id of connectors.keys()) expect(readme).toContain(`\`${id}\``);
  });
});
