import { defineModuleRoute, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import type { Bridge } from '../bridge/bridge.kind.js';
import { callingBridge, recordContact, POLL_S } from '../bridge/contact.js';
import { command } from '../command/command.kind.js';
import { handleOverdue } from '../command/handle-overdue.js';
import { commandQueued } from '../events.js';

const SECOND_MS = 1_000;
const LEASE_S = 30;
/** Maximum number of commands per poll. */
const BATCH = 20;

const strict = { additionalProperties: false };
const instant = Type.String({ format: 'date-time' });

export const pollRoute = defineModuleRoute({
  operationId: 'pollCommands',
  method: 'GET',
  path: '/edge/poll',
  summary: 'Fetch commands',
  description:
    'Long poll: with `wait`, waits up to 25 seconds for commands. A command is leased for 30 seconds and delivered again if no outcome is reported; recognise repetitions by its id.',
  role: 'member',
  query: Type.Object(
    {
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: POLL_S,
          default: 0,
          description: 'Seconds to wait if no command is queued.',
        }),
      ),
    },
    strict,
  ),
  responses: {
    200: {
      description: 'Queued commands, oldest first, and the version to update to.',
      schema: Type.Object(
        {
          commands: Type.Array(
            Type.Object(
              {
                id: Type.String({ format: 'uuid' }),
                device: Type.String({ format: 'uuid' }),
                name: Type.String(),
                params: Type.Unsafe<object>({ type: 'object' }),
                expires_at: instant,
                lease_until: instant,
              },
              strict,
            ),
          ),
          update_to: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The version to run.' }),
        },
        strict,
      ),
    },
    204: { description: 'No command is queued and no update is requested.' },
  },
  errors: ['not_found', 'forbidden'],
  streaming: true,
  async handler(context, { query }) {
    const timeoutMs = (query.wait ?? 0) * SECOND_MS;
    const found = await context.waitFor({ event: commandQueued, timeoutMs }, () =>
      context.transaction(async (work) => {
        const bridge = await recordContact(work, await callingBridge(work));
        const commands = await handOut(work, bridge);
        const update_to = bridge.fields.update_to ?? null;
        return commands.length > 0 || update_to !== null ? { commands, update_to } : null;
      }),
    );
    return found === null ? { status: 204 } : { status: 200, body: found };
  },
});

/** The bridge is locked, so that two concurrent polls do not deliver the same command. */
async function handOut(context: ModuleContext, { id: bridge }: Bridge) {
  const { records, now } = context;
  const late = await records.find(command, {
    where: { bridge, status: { in: ['queued', 'delivered'] }, due_at: { lte: now.toISOString() } },
    limit: 500,
    lock: true,
  });
  // The sweep would do the same a little later.
  if (late.length > 0) await handleOverdue(context, late);
  const queued = await records.find(command, { where: { bridge, status: 'queued' }, limit: BATCH, lock: true });
  const leaseUntil = new Date(now.getTime() + LEASE_S * SECOND_MS).toISOString();
  const handed = await records.updateMany(
    command,
    queued.map(({ id, fields }) => ({
      id,
      fields: { status: 'delivered', attempts: fields.attempts + 1, lease_until: leaseUntil, due_at: leaseUntil },
    })),
  );
  return handed.map(({ id, fields }) => ({
    id,
    device: fields.device,
    name: fields.name,
    params: fields.params ?? {},
    expires_at: fields.expires_at,
    lease_until: leaseUntil,
  }));
}
