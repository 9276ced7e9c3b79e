import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endedJob, startShippedServer } from '@cubit/testing/shipped';
import { type Chains, chainsOn } from './start-chains.js';

interface Job {
  readonly state: string;
  readonly progress: unknown;
  readonly error: unknown;
}

let chains: Chains;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
afterAll(() => chains.close());

describe('a new workspace with a sample', () => {
  it('enables the modules of the sample, and loads it as a job', async () => {
    const { client } = await chains.bench();
    const made = await client.post<{ job: string; slug: string }>('/api/v1/me/orgs', {
      slug: 'sample',
      name: 'Sample',
      sample: 'workshop',
    });
    expect(made).toMatchObject({ status: 201, body: { job: expect.any(String) } });
    const path = '/api/v1/orgs/sample';
    const job = await endedJob(async () => (await client.get<Job>(`${path}/jobs/${made.body.job}`)).body);
    expect(job).toMatchObject({ state: 'succeeded', error: null });
    const count = async (kind: string, filter: string) => {
      const query = `count=exact&limit=1&filter=${encodeURIComponent(filter)}`;
      const list = `${path}/modules/${kind.replace(':', '/records/')}?${query}`;
      return (await client.get<{ total: number }>(list)).body.total;
    };
    const atLeast: readonly (readonly [string, string, number])[] = [
      ['inventory:part', 'true', 41],
      ['inventory:part', 'available < min_stock', 2],
      ['inventory:part', 'on_hand > 0', 20],
      ['inventory:category', 'true', 12],
      ['spaces:location', 'true', 12],
      ['spaces:plan', 'status == "applied"', 1],
      ['purchases:supplier', 'true', 3],
      ['purchases:order', 'status == "ordered"', 1],
      ['projects:task', 'overdue', 1],
      ['projects:task', 'blocked', 1],
      ...['backlog', 'todo', 'in_progress', 'done', 'cancelled'].map(
        (status) => ['projects:task', `status == "${status}"`, 1] as const,
      ),
      ['digifab:machine', 'true', 3],
      ['digifab:job', 'true', 4],
    ];
    for (const [kind, filter, least] of atLeast) {
      const total = await count(kind, filter);
      expect({ kind, filter, least, enough: total >= least, total }).toMatchObject({ enough: true });
    }
  });

  it('refuses an unknown sample', async () => {
    const { client } = await chains.bench();
    const { status, body } = await client.post('/api/v1/me/orgs', { slug: 'other', name: 'Other', sample: 'nope' });
    expect({ status, body }).toMatchObject({ status: 422, body: { error: { details: [{ path: '/sample' }] } } });
  });
});
