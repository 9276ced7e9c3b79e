import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestServer, TestUser, TestWorkspace } from '@cubit/testing';
import { Office, openOffice } from '../fixtures/office.js';

let server: TestServer;
let workspace: TestWorkspace;
let ada: TestUser;
let office: Office;
beforeAll(async () => {
  ({ server, workspace, ada, office } = await openOffice());
});
afterAll(() => server.close());

const calendar = async (query = '') =>
  server.as(await workspace.viewer()).get(`${workspace.path}/modules/projects/calendar.ics${query}`);
const summaries = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary);

describe('the calendar of a workspace', () => {
  it('contains the due times of its open tasks in order, for everybody who may read', async () => {
    const shed = await office.addProject({ key: 'CAL' });
    const late = await office.addTask('Roof', { project: shed.id, due_at: '2026-05-01T09:00:00+02:00' });
    await office.addTask('Call the bank', { due_at: '2026-04-01T09:00:00Z', assignees: [ada.id] });
    await office.addTask('Some day');
    await office.addTask('Done', { due_at: '2026-04-02T09:00:00Z', status: 'done' });
    const { status, headers, text } = await calendar();
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(summaries(text)).toEqual(['Call the bank', 'CAL-1 Roof']);
    expect(text).toContain(`\r\nUID:${late.id}\r\n`);
    expect(text).toContain('\r\nDTSTART:20260501T070000Z\r\n');
    expect(summaries((await calendar(`?project=${shed.id}`)).text)).toEqual(['CAL-1 Roof']);
    expect(summaries((await calendar(`?assignee=${ada.id}`)).text)).toEqual(['Call the bank']);
  });

  it('contains nothing of another workspace', async () => {
    const other = await server.workspace();
    await new Office(server.as(other.owner), other.path).addTask('Elsewhere', { due_at: '2026-04-01T09:00:00Z' });
    expect((await calendar()).text).not.toContain('Elsewhere');
  });

  it('refuses unknown query parameters', async () => {
    expect((await calendar('?project=shed')).status).toBe(400);
    expect((await calendar('?colour=red')).status).toBe(400);
  });
});
