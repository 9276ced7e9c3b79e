import { afterAll, describe, expect, it } from '@jest/globals';
import { createTestServer } from '@cubit/testing';

const server = await createTestServer({ http: { metrics: true } });
afterAll(() => server.close());
const metrics = async () => (await server.anonymous.get('/metrics')).text;
const seriesOf = (text: string) => text.match(/^http_request_duration_seconds_count\{.*\}/gm) ?? [];

describe('metrics of requests', () => {
  it('are labelled by method, pattern of the route and status', async () => {
    const { owner, path } = await server.workspace();
    await server.as(owner).get(`${path}/members`);
    const text = await metrics();

    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/orgs/{workspace}/members",status="200"} 1',
    );
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  it('have no label that clients can choose', async () => {
    for (const method of ['PROPFIND', 'PURGE', 'MKCOL', 'REPORT', 'TRACE'])
      for (const path of ['/api/v1/me', '/nothing', '/api/v1/orgs/some-where', `/api/v1/hooks/${method}`])
        await server.anonymous.request({ method, path, headers: { 'x-request-id': method } });
    const text = await metrics();

    expect(text).not.toMatch(/PROPFIND|PURGE|MKCOL|REPORT|TRACE|some-where|nothing/);
    expect(seriesOf(text).filter((series) => series.includes('method="other"'))).toHaveLength(3);
  });
});
