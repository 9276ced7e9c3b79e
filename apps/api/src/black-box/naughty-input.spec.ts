import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegisteredKind } from '@cubit/core/host';
import {
  createExamples,
  createShippedServer,
  describeWithData,
  isFreeText,
  rounds,
  someOf,
  type ExampleRecord,
  type TestClient,
  type TestReply,
  type SweptServer,
  type TestWorkspace,
} from '@cubit/testing';
import { OWN_DOCUMENTS, OWN_STRINGS } from '../fixtures/naughty-input.js';
import { PRODUCT } from './product.js';

const LONG_MS = 180_000;
/** Each string is written to one in this many places, unless all are requested. */
const SHARE = 8;
/** An answer lists at most 100 faults. */
const MOST_TAKEN = 100;
const MAX_ATTEMPTS = 30;
const UNKNOWN_ID = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';
const EVERYTHING = process.env['NAUGHTY'] === 'all';
/** Each writing route reads one in this many files, each route others; with `NAUGHTY=all` every route reads all. */
const FILE_STRIDE = EVERYTHING ? 1 : 60 / rounds(5);

let server: SweptServer;
let workspace: TestWorkspace;
let owner: TestClient;
let made: ReadonlyMap<string, ExampleRecord>;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
  owner = server.as(await server.mintToken(workspace.owner));
  made = await createExamples({ registry: server.kernel.registry, workspace, client: owner });
});
afterAll(async () => {
  await server.close();
  expect(server.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
});

const codeOf = ({ status, body }: TestReply<unknown>) =>
  `${status} ${(body as { error?: { code: string } } | undefined)?.error?.code ?? ''}`.trim();
const recordsOf = (kind: string) => `${workspace.path}/modules/${kind.replace(':', '/records/')}`;

/** Routes that read JSON, with an existing path. */
function writingRoutes() {
  return server.kernel.routes
    .filter(({ body }) => body !== undefined && body.raw !== true)
    .map((route) => ({
      ...route,
      path: route.path.replace('{workspace}', workspace.slug).replaceAll(/\{\w+\}/g, UNKNOWN_ID),
    }));
}

interface Document {
  /** `y_...` is JSON, `n_...` is not, `i_...` depends on the parser. */
  readonly name: string;
  readonly bytes: Buffer;
}

describe('valid and invalid JSON on every writing route', () => judgeDocuments(() => OWN_DOCUMENTS));
describeWithData('the JSON test suite, on every writing route', 'shared/corpora/json-test-suite', (folder) => {
  const parsing = join(folder, 'test_parsing');
  judgeDocuments(() =>
    readdirSync(parsing)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, bytes: readFileSync(join(parsing, name)) })),
  );
});

describe('strings that are difficult to store', () => judgeStrings(() => OWN_STRINGS));
describeWithData('naughty strings', 'shared/corpora/naughty-strings', (folder) =>
  judgeStrings(() => [...new Set(JSON.parse(readFileSync(join(folder, 'blns.json'), 'utf8')) as string[])]),
);

function judgeDocuments(documents: () => readonly Document[]): void {
  const files = documents();

  it(
    'is refused as malformed if it is invalid, and parsed otherwise; never a 5xx',
    async () => {
      const wrong: string[] = [];
      const read = new Set<string>();
      for (const [turn, { method, operationId, path }] of writingRoutes().entries())
        for (const { bytes, name } of files.filter((_, index) => index % FILE_STRIDE === turn % FILE_STRIDE)) {
          const reply = await owner.request({
            method,
            path,
            body: bytes,
            headers: { 'content-type': 'application/json' },
          });
          const isBroken = reply.status === 400 && codeOf(reply) === '400 invalid_json';
          const isRight = name.startsWith('n_') ? isBroken : name.startsWith('y_') ? !isBroken : true;
          read.add(name);
          if (!isRight || reply.status >= 500) wrong.push(`${operationId} with ${name}: ${codeOf(reply)}`);
        }
      expect(wrong).toEqual([]);
      expect(read.size).toBe(files.length);
    },
    LONG_MS,
  );
}

function judgeStrings(all: () => readonly string[]): void {
  const strings = all();

  it(
    'in every text field of every kind are returned byte-equal, or refused with the path of the field',
    async () => {
      await stockUp(strings.length * MOST_TAKEN);
      const kindOf = ({ kind: id }: ExampleRecord) => server.kernel.registry.kinds.get(id) as RegisteredKind;
      const withText = [...made.values()].filter((record) =>
        [...kindOf(record).shape.fields.values()].some(isFreeText),
      );
      for (const record of EVERYTHING ? withText : someOf(withText)) {
        const { kind: id, body } = record;
        const kind = kindOf(record);

        const { changed, refused, taken } = await writeStrings(kind, body.fields, strings);

        expect([id, changed]).toEqual([id, []]);
        expect([id, refused + taken]).toEqual([id, strings.length]);
        expect(taken).toBeGreaterThan(strings.length / 2);
      }
    },
    LONG_MS,
  );

  it(
    'are found by a filter that quotes them',
    async () => {
      const path = recordsOf('inventory:part');
      const wrong: string[] = [];
      for (const [index, text] of strings.entries()) {
        const created = await owner.post<{ id: string }>(path, { fields: { name: 'Quoted', mpn: text } });
        if (created.status !== 201) {
          if (codeOf(created) !== '422 validation_failed') wrong.push(`${index}: ${codeOf(created)}`);
          continue;
        }
        const filter = `id == "${created.body.id}" && mpn == ${JSON.stringify(text)}`;
        const found = await owner.get<{ data?: readonly object[] }>(`${path}?filter=${encodeURIComponent(filter)}`);
        if (found.body.data?.length !== 1) wrong.push(`${index} ${JSON.stringify(text)}: ${found.text}`);
      }
      expect(wrong).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'as names of users, workspaces, tokens, settings and tags are returned byte-equal, or refused',
    async () => {
      const wrong: string[] = [];
      const { id } = made.get('inventory:part') ?? { id: '' };
      for (const [index, text] of strings.entries()) {
        const settings = { [`k${index % 50}`]: text };
        const writes: readonly (readonly [string, () => Promise<TestReply>, (body: never) => unknown])[] = [
          ['/me name', () => owner.patch('/api/v1/me', { name: text }), ({ name }) => name],
          ['workspace name', () => owner.patch(workspace.path, { name: text }), ({ name }) => name],
          ['token name', () => owner.post('/api/v1/me/api-tokens', { name: text }), ({ name }) => name],
          ['setting', () => owner.patch(workspace.path, { settings }), ({ settings: kept }) => kept[`k${index % 50}`]],
          ['tag', () => owner.patch(`${recordsOf('inventory:part')}/${id}`, { tags: [text] }), ({ tags }) => tags[0]],
        ];
        const [title, write, readBack] = writes[index % writes.length]!;
        const reply = await write();
        const isKept = reply.status < 300 && readBack(reply.body as never) === text;
        if (!isKept && codeOf(reply) !== '422 validation_failed')
          wrong.push(`${title} ${JSON.stringify(text)}: ${reply.text}`);
      }
      expect(wrong).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'in paths, parameters and headers never cause a 5xx',
    async () => {
      const wrong: string[] = [];
      for (const [index, text] of strings.entries()) {
        const inUrl = encodeURIComponent(text.toWellFormed());
        const inHeader = text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
        const list = recordsOf('inventory:part');
        const places: readonly (() => Promise<TestReply>)[] = [
          () => owner.get(`/api/v1/orgs/${inUrl}`),
          () => owner.get(`${list}/${inUrl}`),
          () => owner.get(`${workspace.path}/modules/${inUrl}/records/${inUrl}`),
          ...['filter', 'sort', 'expand', 'fields', 'cursor', inUrl].map(
            (name) => () => owner.get(`${list}?${name}=${inUrl}`),
          ),
          ...['name', 'kind', 'record_id', 'after'].map(
            (name) => () => owner.get(`${workspace.path}/event-log?${name}=${inUrl}`),
          ),
          ...['if-none-match', 'x-request-id', 'accept', 'cookie', 'accept-encoding', 'content-type', 'prefer'].map(
            (name) => () => owner.get(`${list}?limit=1`, { headers: { [name]: inHeader } }),
          ),
          () => server.anonymous.get('/api/v1/me', { headers: { authorization: `Bearer ${inHeader}` } }),
          () => owner.post(list, { fields: { name: 'x' } }, { headers: { 'idempotency-key': inHeader } }),
          () => server.anonymous.post('/api/v1/me/session', { email: text, password: text }),
          () => owner.post(`${workspace.path}/invitations`, { email: text, role: 'viewer' }),
          () => owner.post('/api/v1/me/orgs', { slug: text, name: 'x' }),
          () => owner.post(`/api/v1/me/invitations/${inUrl}/accept`),
        ];
        // Each place gets its share of the strings, or all of them if requested.
        const chosen = EVERYTHING ? places : places.filter((_, place) => place % SHARE === index % SHARE);
        for (const ask of chosen) {
          const reply = await ask();
          if (reply.status >= 500) wrong.push(`${JSON.stringify(text)}: ${reply.text}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    LONG_MS,
  );

  interface Written {
    readonly taken: number;
    readonly refused: number;
    /** Strings that were returned differently from how they were sent. */
    readonly changed: readonly string[];
  }

  /**
   * Creates one record per string with the string in all text fields. If these fields conflict (a serial number
   * requires a quantity of one), the string is in one of them, each in turn.
   */
  async function writeStrings(kind: RegisteredKind, example: object, texts: readonly string[]): Promise<Written> {
    const path = recordsOf(kind.id);
    const textFields = [...kind.shape.fields.values()].filter(isFreeText);
    const required = textFields.filter((field) => field.required).map(({ name }) => name);
    let optional = textFields.filter((field) => !field.required).map(({ name }) => name);
    // With one value for a unique field, only the first record could be created.
    const unique = (kind.definition.unique ?? []).flatMap((key) => (typeof key === 'string' ? [key] : []));
    const base = without(example, [...optional, ...unique]);
    const apart = await keptApart(kind, { base, count: texts.length });
    const draftsOf = (fieldsAt: (index: number) => readonly string[]) =>
      texts.map((text, index) => ({
        index,
        fields: Object.fromEntries([...required, ...fieldsAt(index)].map((name): [string, string] => [name, text])),
      }));
    const inTurn = (index: number) => optional.filter((_, place) => place === index % optional.length);
    let drafts = draftsOf(() => optional);
    let together = true;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const operations = drafts.map(({ index, fields }) => ({
        op: 'create',
        fields: { ...base, ...apart(index), ...fields },
      }));
      const reply = await owner.post<Batched>(`${path}/batch`, { operations });
      if (reply.body.results) {
        const sent = new Map(reply.body.results.map(({ record }, index) => [record.id, drafts[index]?.fields ?? {}]));
        return { taken: drafts.length, refused: texts.length - drafts.length, changed: await compare(path, sent) };
      }
      const faults = Map.groupBy(reply.body.error?.details ?? [], (detail) => Number(detail.path.split('/')[2]));
      if (reply.status >= 500 || faults.size === 0) throw new Error(`${kind.id}: ${reply.status} ${reply.text}`);
      const namedBy = (place: number) => (faults.get(place) ?? []).map((detail) => detail.path.split('/')[4] ?? '');
      const isRefused = (place: number) =>
        namedBy(place).some((name) => required.includes(name) || (unique.includes(name) && !optional.includes(name)));
      const [incompatible] = drafts.filter(
        ({ fields }, place) => !isRefused(place) && namedBy(place).some((name) => !(name in fields)),
      );
      if (incompatible) {
        if (!together && optional.length === 0) throw new Error(`${kind.id}: ${reply.text}`);
        if (!together) optional = optional.filter((name) => !(name in incompatible.fields));
        together = false;
        drafts = draftsOf(inTurn);
        continue;
      }
      drafts = drafts.flatMap((draft, place) => {
        return isRefused(place) ? [] : [{ ...draft, fields: without(draft.fields, namedBy(place)) }];
      });
    }
    throw new Error(`${kind.id} still refuses some of its text fields after ${MAX_ATTEMPTS} attempts.`);
  }

  /** Some examples use stock of another example, each time they are created. */
  async function stockUp(qty: number): Promise<void> {
    const { kind, id } = made.get('inventory:stock_item') ?? { kind: '', id: '' };
    const reply = await owner.post(`${workspace.path}/modules/inventory/actions/add`, {
      record: { kind, id },
      input: { qty },
    });
    if (reply.status !== 200) throw new Error(reply.text);
  }

  /** If a combination of references is unique, each record gets its own target in the last of them. */
  async function keptApart(
    kind: RegisteredKind,
    { base, count }: { readonly base: object; readonly count: number },
  ): Promise<(index: number) => object> {
    const key = (kind.definition.unique ?? []).find((names): names is readonly string[] => typeof names !== 'string');
    const reference = kind.shape.references.findLast(({ name }) => name in base && key?.includes(name) === true);
    const target = reference?.kind ? server.kernel.registry.kinds.get(reference.kind) : undefined;
    const example = target && made.get(target.id);
    if (!reference || !target || !example) return () => ({});
    const free = without(
      example.body.fields,
      (target.definition.unique ?? []).flatMap((names) => names),
    );
    const operations = Array.from({ length: count }, () => ({ op: 'create', fields: free }));
    const { body, text } = await owner.post<Batched>(`${recordsOf(target.id)}/batch`, { operations });
    if (!body.results) throw new Error(`${target.id}: ${text}`);
    const ids = body.results.map(({ record }) => record.id);
    return (index) => ({ [reference.name]: ids[index] });
  }

  interface Batched {
    readonly results?: readonly { readonly record: { readonly id: string } }[];
    readonly error?: { readonly details?: Detail[] };
  }

  interface Detail {
    readonly path: string;
  }

  async function compare(path: string, sent: ReadonlyMap<string, object>): Promise<readonly string[]> {
    const changed: string[] = [];
    let cursor: string | null = '';
    let read = 0;
    while (cursor !== null) {
      const url: string = `${path}?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const {
        body,
      }: { body: { data: { id: string; fields: Record<string, unknown> }[]; next_cursor: string | null } } =
        await owner.get(url);
      for (const { id, fields } of body.data) {
        const expected = Object.entries(sent.get(id) ?? {});
        read += sent.has(id) ? 1 : 0;
        for (const [name, text] of expected)
          if (fields[name] !== text)
            changed.push(`${name}: ${JSON.stringify(text)} became ${JSON.stringify(fields[name])}`);
      }
      cursor = body.next_cursor;
    }
    return read === sent.size ? changed : [...changed, `${sent.size - read} are not listed`];
  }
}

describe('text that cannot be stored unchanged', () => {
  it.each([
    ['a NUL character', 'a\\u0000b'],
    ['half a surrogate pair', '\\ud800'],
    ['the second half alone', 'x\\udc00'],
  ])('is refused with its path on every kind: %s', async (_, escaped) => {
    for (const { kind, body } of made.values()) {
      const shape = server.kernel.registry.kinds.get(kind)?.shape;
      const field = [...(shape?.fields.values() ?? [])].find(isFreeText);
      if (!field) continue;
      const text = JSON.stringify({ fields: { ...body.fields, [field.name]: 'HERE' } }).replace('HERE', escaped);

      const reply = await owner.post(recordsOf(kind), text);

      expect([kind, codeOf(reply)]).toEqual([kind, '422 validation_failed']);
      expect(reply.body).toMatchObject({ error: { details: [{ path: `/fields/${field.name}` }] } });
    }
  });
});

function without(value: object, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(value as Record<string, string>).filter(([name]) => !names.includes(name)));
}
