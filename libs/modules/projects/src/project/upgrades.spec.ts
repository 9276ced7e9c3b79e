import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestServer, upgradeAgain } from '@cubit/testing';
import { type Office, openOffice } from '../fixtures/office.js';
import { projects } from '../projects.module.js';

let server: TestServer;
let office: Office;
beforeAll(async () => {
  ({ server, office } = await openOffice());
});
afterAll(() => server.close());

describe('projects of an earlier version', () => {
  it('lose their costs, which the modules that add costs charge again', async () => {
    const [charged, free] = [await office.addProject(), await office.addProject()];
    await server.database.pool.query(
      `update record_projects_project set fields = fields || '{"costs": {"EUR": "5"}}' where id = $1`,
      [charged.id],
    );
    await office.change(charged, { name: 'Charged' });
    expect(await office.fieldsOf(charged)).toMatchObject({ cost_to_date: { amount: '5.0000', currency: 'EUR' } });
    await upgradeAgain(server, { modules: [projects] });
    for (const project of [charged, free]) {
      const fields = await office.fieldsOf(project);
      expect([fields['costs'], fields['cost_to_date']]).toEqual([undefined, undefined]);
    }
  });
});
