import { describe, expect, it } from '@jest/globals';
import {
  type CelSchema,
  celTypeOfSchema,
  checkCel,
  checkCelTemplate,
  evaluateCel,
  evaluateCelTemplate,
} from '@cubit/expressions';
import { projects } from './projects.module.js';
import { wires } from './wires.js';

const moment = { now: new Date('2026-03-10T12:00:00Z') };
const own = wires.flatMap((wire) => {
  const event = projects.events?.find(({ name }) => name === wire.event);
  return event ? [{ ...wire, declared: event }] : [];
});

function scopeOf({ declared }: (typeof own)[number], payload: object = declared.example) {
  const payloadType = { type: celTypeOfSchema(declared.payload) };
  const schema: CelSchema = {
    variables: { event: { type: { object: { name: { type: 'string' }, payload: payloadType } } } },
  };
  return { schema, values: { event: { name: declared.name, payload } } };
}

describe('the default notification wires', () => {
  it('exist for comments, assignments and due times', () => {
    expect(own.map(({ key }) => key)).toEqual([
      'notify_mentioned',
      'notify_assigned',
      'notify_due_soon',
      'notify_overdue',
    ]);
  });

  it.each(own)('create a message for the concerned users: $key', (wire) => {
    const { schema, values } = scopeOf(wire);
    const input = evaluateCelTemplate(checkCelTemplate(wire.input, schema), values, moment);
    const { userIds, mentionedUserIds = userIds } = wire.declared.example as Readonly<Record<string, unknown>>;
    expect(input).toMatchObject({
      message: expect.stringMatching(/^[A-Z][a-z ]+: \S/),
      link_url: expect.stringMatching(/^\/modules\/projects\/records\/(task|comment)\/[0-9a-f-]{36}$/),
      recipients: { users: mentionedUserIds },
    });
  });

  it('have a condition that excludes events without recipients', () => {
    for (const wire of own.filter(({ condition }) => condition !== undefined)) {
      const { schema } = scopeOf(wire);
      const checked = checkCel(wire.condition ?? '', schema);
      const holdsFor = (payload: object) => evaluateCel(checked, scopeOf(wire, payload).values, moment);
      expect(holdsFor(wire.declared.example)).toBe(true);
      expect(holdsFor({ ...wire.declared.example, userIds: [], mentionedUserIds: [] })).toBe(false);
    }
  });

  it('name a task without a project by its title only', () => {
    const wire = own.find(({ key }) => key === 'notify_overdue')!;
    const { number: _, ...payload } = wire.declared.example as Readonly<Record<string, unknown>>;
    const { schema, values } = scopeOf(wire, payload);
    expect(evaluateCelTemplate(checkCelTemplate(wire.input, schema), values, moment)).toMatchObject({
      message: `Overdue: ${String(payload['title'])}`,
    });
  });
});
