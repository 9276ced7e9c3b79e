import { recordAllTurns, type TestServer, type TestWorkspace } from '@cubit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startImportServer } from '../../fixtures/import-server.js';
import { store } from '../../fixtures/store.module.js';
import { untilEnded } from '../../fixtures/until-ended.js';
import { BATCH_ROWS } from '../import/batches.js';

let server: TestServer;
let workspace: TestWorkspace;
let goods: string;
beforeAll(async () => {
  ({ server } = await startImportServer(store));
});
beforeEach(async () => {
  workspace = await server.workspace();
  goods = `${workspace.path}/modules/store/records/good`;
});
afterAll(() => server.close());

const owner = () => server.as(workspace.owner);
async function imported(csv: string): Promise<string> {
  const { body } = await owner().post<{ id: string }>(`${goods}/import`, csv, {
    headers: { 'content-type': 'text/csv' },
  });
  expect(await untilEnded(owner(), `${workspace.path}/jobs/${body.id}`)).toMatchObject({ result: { rejected: 0 } });
  return body.id;
}
async function undo(id: string): Promise<unknown> {
  const { body } = await owner().post<{ id: string }>(`${workspace.path}/jobs/${id}/undo`, undefined);
  return (await untilEnded(owner(), `${workspace.path}/jobs/${body.id}`)).result;
}

describe('the undo of an import', () => {
  it('takes as many statements for a transaction of the import, however many rows it has', async () => {
    const rowsOf = (count: number) => ['name', ...Array.from({ length: count }, (_, n) => `Good ${n}`)].join('\n');
    const statementsOf = async (count: number) => {
      const id = await imported(rowsOf(count));
      const turns = await recordAllTurns(server.database, async () => {
        expect(await undo(id)).toMatchObject({ deleted: count, left: 0 });
      });
      const steps = turns.filter((texts) => texts.some((text) => text.includes('with own as materialized')));
      return steps.map(({ length }) => length);
    };
    const [few = 0] = await statementsOf(2);
    const many = await statementsOf(10 * BATCH_ROWS);
    expect(many).toEqual(Array(10).fill(few));
    expect(few).toBeLessThan(25);
  });
});
