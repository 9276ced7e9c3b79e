import { BUILT_IN_MODULES } from '@cubit/api';
import { defineAction, defineEvent, defineModule, defineModuleRoute } from '@cubit/core';
import { Type } from 'typebox';
import { describe, expect, it } from '@jest/globals';
import { drive } from './test-server.js';

const COUNT = 60;
/** Far longer than the requests take. */
const POLL_MS = 60_000;

const fired = defineEvent({
  name: 'laser.beam.fired',
  title: 'Beam fired',
  payload: Type.Object({}),
  example: {},
});

/** A module whose long poll answers what its action causes. `polls`: what each was answered. */
function laserThatWaits(polls: string[]) {
  const fire = defineAction({
    id: 'laser:fire',
    title: 'Fire',
    appliesTo: 'workspace',
    input: Type.Object({}),
    output: Type.Null(),
    emits: [fired],
    effects: { destructive: false, idempotent: false, readOnly: false },
    example: { title: 'Fire', input: {} },
    run({ emit }) {
      emit(fired, {});
      return Promise.resolve(null);
    },
  });
  const poll = defineModuleRoute({
    operationId: 'laserPoll',
    method: 'GET',
    path: '/poll',
    summary: 'Wait for the beam',
    responses: { 200: { description: 'Whether it was fired.', schema: Type.Boolean() } },
    streaming: true,
    async handler({ waitFor }) {
      let looks = 0;
      const found = await waitFor({ event: fired, timeoutMs: POLL_MS }, () => {
        looks += 1;
        return Promise.resolve(looks > 1 ? true : null);
      });
      polls.push(found === null ? 'late' : 'fired');
      return { status: 200, body: found !== null };
    },
  });
  return defineModule({
    name: 'laser',
    version: '1.0.0',
    contract: '^1.2.0',
    title: 'Laser',
    description: 'For this spec.',
    events: [fired],
    actions: [fire],
    routes: [poll],
  });
}

describe('arbitrary requests to a module', () => {
  it('go on while a long poll waits for what they cause', async () => {
    const polls: string[] = [];
    const { faults, statuses } = await drive(laserThatWaits(polls), COUNT);

    expect(faults).toEqual([]);
    expect(statuses).toHaveLength(COUNT);
    expect(polls.filter((outcome) => outcome === 'fired').length).toBeGreaterThan(0);
  });

  it('name records of the modules that it requires', async () => {
    const module = BUILT_IN_MODULES.find(({ name }) => name === 'purchases');
    if (!module) throw new Error('There is no module purchases.');
    const { faults, statuses } = await drive(module, COUNT);

    expect(faults).toEqual([]);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(COUNT / 10);
  });
});
