import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { InboundHit, Translation } from '@cubit/core';
import type { AnyConnector } from '@cubit/core/host';
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

/** Senders without their own connector use the connector `webhook`. */
const BY_WEBHOOK: Readonly<Record<string, object>> = {
  gitea: { verification: 'hmac-sha256', header: 'X-Gitea-Signature' },
  gogs: { verification: 'hmac-sha256', header: 'X-Gogs-Signature' },
  bitbucket: { verification: 'hmac-sha256', header: 'X-Hub-Signature', prefix: 'sha256=' },
};
const NAMES: Readonly<Record<string, string>> = { standardwebhooks: 'standard-webhooks' };

describeWithData('published and computed signatures', 'shared/data/webhooks', (folder) => {
  const vectors = () => JSON.parse(readFileSync(join(folder, 'vectors.json'), 'utf8')) as readonly Vector[];

  it('has the verdict that their senders document', () => {
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
  ])('real payload of %s, %s, becomes its own event', (id, file, headers, name, payload) => {
    const body = readFileSync(join(folder, file));
    const events = eventsOf(
      connectorOf(id).translate(hitOf({ body, headers: headers as Readonly<Record<string, string>> })),
    );

    expect(events.map(({ event }) => event.name)).toEqual([name]);
    expect(events[0]?.payload).toMatchObject(payload);
  });

  it('a payload without its own event keeps the event name of its sender', () => {
    const stripe = typeOf(
      connectorOf('stripe').translate(
        hitOf({ body: readFileSync(join(folder, 'stripe_invoiceitem_updated.json')), headers: {} }),
      ),
    );
    const star = typeOf(
      connectorOf('github').translate(
        hitOf({ body: readFileSync(join(folder, 'github_star_created.json')), headers: { 'x-github-event': 'star' } }),
      ),
    );

    expect([stripe, star]).toEqual(['invoiceitem.updated', 'star.created']);
  });
});

describe('a computed signature', () => {
  const body = Buffer.from('{"number": 7, "text": "Ø"}');
  const sent = new Date('2026-01-02T03:04:05Z');
  const seconds = String(sent.getTime() / 1_000);
  const key = Buffer.from('the key of the spec');
  const hmac = (encoding: 'hex' | 'base64', before = '', secret: string | Buffer = 'secret') =>
    createHmac('sha256', secret).update(before).update(body).digest(encoding);
  const standard = { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds };
  const SIGNED: Readonly<Record<string, readonly [headers: Readonly<Record<string, string>>, secret: string]>> = {
    github: [{ 'X-Hub-Signature-256': `sha256=${hmac('hex')}` }, 'secret'],
    gitlab: [{ 'X-Gitlab-Token': 'secret' }, 'secret'],
    shopify: [{ 'X-Shopify-Hmac-SHA256': hmac('base64') }, 'secret'],
    stripe: [{ 'Stripe-Signature': `t=${seconds},v1=${hmac('hex', `${seconds}.`)}` }, 'secret'],
    slack: [
      { 'X-Slack-Request-Timestamp': seconds, 'X-Slack-Signature': `v0=${hmac('hex', `v0:${seconds}:`)}` },
      'secret',
    ],
    'standard-webhooks': [
      { ...standard, 'webhook-signature': `v1,${hmac('base64', `msg_1.${seconds}.`, key)}` },
      `whsec_${key.toString('base64')}`,
    ],
  };
  const STAMPED = ['stripe', 'slack', 'standard-webhooks'];

  it.each(Object.entries(SIGNED))(
    '%s: is accepted, and refused with another secret or body',
    (id, [headers, secret]) => {
      const verdict = (more: Partial<Sent> = {}) => verify(id, { body, headers, secret, now: sent, ...more }) === true;

      expect([verdict(), verdict({ secret: `whsec_${Buffer.from('another').toString('base64')}` })]).toEqual([
        true,
        false,
      ]);
      // GitLab sends its secret and does not sign the body.
      expect(verdict({ body: Buffer.from('{}') })).toBe(id === 'gitlab');
      expect(verdict({ now: new Date(sent.getTime() + 3_600_000) })).toBe(!STAMPED.includes(id));
    },
  );
});

function eventsOf(translation: Translation) {
  if (!('deliveryId' in translation)) throw new Error(`It made no events: ${JSON.stringify(translation)}`);
  return (translation.events ?? []) as readonly {
    event: { name: string };
    payload: Readonly<Record<string, unknown>>;
  }[];
}

describe('the connector `webhook`', () => {
  const body = Buffer.from('{"a": 1}');
  const base64 = 'JFSUIrVkCIJaG3cZTTSdKZjfQX7p9gjwIXcI+wDTQ5c=';

  it('accepts a shared secret in a configurable header', () => {
    const config = { verification: 'shared-secret', header: 'X-Key' };
    const sent = (key: string) => verify('webhook', { body, headers: { 'X-Key': key }, secret: 'open sesame', config });

    expect(
      [sent('open sesame'), sent('open sesam'), sent('Open sesame'), sent('')].map((verdict) => verdict === true),
    ).toEqual([true, false, false, false]);
  });

  it('accepts a signature in base64, and refuses the same one in hex', () => {
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

  it('accepts unverified requests only with the verification `none`', () => {
    expect(verify('webhook', { body, headers: {}, config: { verification: 'none' } })).toBe(true);
    expect(verify('webhook', { body, headers: {}, secret: 'key', config: { verification: 'hmac-sha256' } })).not.toBe(
      true,
    );
  });

  it('reads the delivery id from the configured header, or else from X-Delivery-Id or Idempotency-Key', () => {
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

describe('a payload with undocumented field values', () => {
  const translated = (id: string, payload: object, headers: Readonly<Record<string, string>>) =>
    eventsOf(connectorOf(id).translate(hitOf({ body: Buffer.from(JSON.stringify(payload)), headers })));
  const repository = { full_name: 'acme/firmware' };
  const project = { path_with_namespace: 'acme/firmware', web_url: 7 };

  it.each([
    [
      'github',
      {
        action: 'opened',
        repository,
        sender: 'ada',
        issue: { number: 7, title: 3, body: [], html_url: '', labels: 'x' },
      },
      { 'x-github-event': 'issues' },
      { repository: 'acme/firmware', number: 7, title: null, body: null, url: '', labels: [], author: null },
    ],
    [
      'github',
      { action: 'closed', repository, pull_request: { number: 8, merged: true, base: null } },
      { 'x-github-event': 'pull_request' },
      { number: 8, title: null, branch: null, url: null, author: null },
    ],
    [
      'github',
      { repository, ref: 'refs/heads/main', commits: null, head_commit: '', pusher: 5, forced: '' },
      { 'x-github-event': 'push' },
      { branch: 'main', commit: null, message: null, commits: 0, forced: false, author: null, url: null },
    ],
    [
      'github',
      { action: 'published', repository, release: { tag_name: 'v1', prerelease: '' } },
      { 'x-github-event': 'release' },
      { tag: 'v1', title: 'v1', prerelease: false },
    ],
    [
      'github',
      { action: 'completed', repository, workflow_run: { name: 1 } },
      { 'x-github-event': 'workflow_run' },
      { workflow: null, branch: null, conclusion: null },
    ],
    [
      'gitlab',
      { object_kind: 'issue', project, user: null, object_attributes: { iid: 23, action: 'open', title: null } },
      {},
      { project: 'acme/firmware', number: 23, title: null, author: null, url: null },
    ],
    [
      'gitlab',
      { object_kind: 'push', project, ref: 'refs/heads/main', total_commits_count: '4' },
      {},
      { branch: 'main', commits: 0, author: null, url: null },
    ],
    ['gitlab', { object_kind: 'release', action: 'create', project, tag: 'v1' }, {}, { tag: 'v1', title: 'v1' }],
    [
      'shopify',
      { admin_graphql_api_id: 'gid://shopify/Order/7', total_price: 12, line_items: [{ sku: 3, quantity: '' }] },
      { 'x-shopify-topic': 'orders/create' },
      { orderId: '7', name: null, total: null, items: [{ sku: null, title: null, quantity: null }] },
    ],
    [
      'shopify',
      { admin_graphql_api_id: 'gid://shopify/InventoryLevel/7?inventory_item_id=9', available: '' },
      { 'x-shopify-topic': 'inventory_levels/update' },
      { inventoryItemId: '9', locationId: '7', available: null },
    ],
    [
      'stripe',
      {
        id: 'evt_1',
        type: 'payment_intent.succeeded',
        livemode: 'yes',
        data: { object: { id: 'pi_1', amount: 5, currency: 'eur', customer: {} } },
      },
      {},
      { paymentId: 'pi_1', amount: 5, live: false, customer: null },
    ],
  ])('of %s is accepted if the field is not needed: %j', (id, payload, headers, expected) => {
    expect(translated(id, payload, headers)).toMatchObject([{ payload: expected }]);
  });

  it.each([
    [{ type: 'event_callback', event_id: 7, event: { type: 'reaction_added', item: {}, text: 5 } }],
    [{ type: 'event_callback', event: null }],
    [{ type: 'something_new' }],
    [{}],
  ])('of slack is accepted whatever it contains: %j', (payload) => {
    expect(translated('slack', payload, {})).toEqual([]);
  });
});

describe('the configuration of a connector', () => {
  it.each([...connectors.values()])('of $id requires no option that has a default', ({ config }) => {
    const withDefault = Object.entries(config.properties).filter(([, schema]) => 'default' in schema);
    expect(withDefault.map(([name]) => name).filter((name) => config.required?.includes(name))).toEqual([]);
  });

  it('of a webhook requires only its verification', () => {
    expect(connectorOf('webhook').config.required).toEqual(['verification']);
  });
});

describe('Slack', () => {
  const message = (event: object) => {
    const body = Buffer.from(JSON.stringify({ type: 'event_callback', event_id: 'Ev1', team_id: 'T1', event }));
    return eventsOf(connectorOf('slack').translate(hitOf({ body, headers: {} }))).map(({ event: made }) => made.name);
  };

  it('emits an event for messages of people, and none for messages of apps', () => {
    const written = { type: 'message', channel: 'C1', user: 'U1', text: 'The laser is free' };

    expect(message(written)).toEqual(['integrations.slack.message_posted']);
    expect(message({ ...written, bot_id: 'B1' })).toEqual([]);
    expect(message({ ...written, subtype: 'message_changed' })).toEqual([]);
  });

  it('accepts the signed slash command that its documentation gives as an example', () => {
    // https://docs.slack.dev/authentication/verifying-requests-from-slack/
    const body = Buffer.from(
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA' +
        '&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554' +
        '%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    );
    const headers = {
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'X-Slack-Request-Timestamp': '1531420618',
    };
    const secret = '8f742231b10e8888abcd99yyyzzz85a5';
    const now = new Date(1_531_420_618_000);

    expect(verify('slack', { body, headers, secret, now })).toBe(true);
    expect(verify('slack', { body: Buffer.concat([body, Buffer.from('x')]), headers, secret, now })).not.toBe(true);
  });
});

describe('the README of integrations', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const named = (pattern: RegExp) => new Set([...readme.matchAll(pattern)].map(([, name]) => name));

  it('names every event and every connector, and no other event', () => {
    expect(named(/`(integrations\.[a-z_]+\.[a-z_]+)`/g)).toEqual(
      new Set((integrations.events ?? []).map(({ name }) => name)),
    );
    for (const id of connectors.keys()) expect(readme).toContain(`\`${id}\``);
  });
});

function typeOf(translation: Translation) {
  return 'deliveryId' in translation ? translation.type : undefined;
}
