import { defineModuleRoute, errorOf, fail, Field, type ModuleContext, validationFailed } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { callingBridge, recordContact } from '../bridge/contact.js';
import { commandPayload } from '../command/command-payload.js';
import { command } from '../command/command.kind.js';
import { commandFailed, commandSucceeded } from '../events.js';
import { readingInput } from '../reading/reading-input.js';
import { storeReadings } from '../reading/store-readings.js';

const strict = { additionalProperties: false };
const MAX_READINGS = 500;

const body = Type.Object(
  {
    command_id: Type.Optional(Type.String({ format: 'uuid' })),
    status: Type.Optional(Field.enum(['succeeded', 'failed'])),
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(Field.longtext()),
    readings: Type.Optional(Type.Array(readingInput, { maxItems: MAX_READINGS })),
  },
  strict,
);
type Response = Static<typeof body>;

export const respondRoute = defineModuleRoute({
  operationId: 'respondToCommand',
  method: 'POST',
  path: '/edge/respond',
  summary: 'Report the outcome of a command and readings',
  description:
    'Reports the outcome of a command, readings, or both. Repeating an outcome changes nothing. An outcome that arrives after the command has expired gives `409 command_expired`.',
  role: 'member',
  body: {
    schema: body,
    example: { command_id: '0192f0c1-2d3e-7000-8000-000000000004', status: 'succeeded', result: { ok: true } },
  },
  responses: {
    200: {
      description: 'Stored.',
      schema: Type.Object(
        {
          status: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'Present status of the command.',
          }),
          readings: Type.Integer({ description: 'Number of readings stored.' }),
        },
        strict,
      ),
    },
  },
  errors: ['not_found', 'forbidden', 'command_expired', 'conflict', 'validation_failed'],
  async handler(context, { body: response }) {
    const answer = await context.transaction(async (work) => {
      const bridge = await recordContact(work, await callingBridge(work));
      const status = await recordOutcome(work, bridge.id, response);
      const readings = await storeReadings(work, bridge.id, response.readings ?? []);
      return { status, readings };
    });
    return { status: 200, body: answer };
  },
});

async function recordOutcome(
  { records, emit, now }: ModuleContext,
  bridgeId: string,
  { command_id: id, status, result, error }: Response,
): Promise<string | null> {
  if (id === undefined) return null;
  if (status === undefined)
    throw validationFailed([{ path: '/status', code: 'required', message: 'status is required with command_id.' }]);
  const one = (await records.lock(command, [id])).get(id);
  if (one?.fields.bridge !== bridgeId) throw noSuchCommand();
  const { status: before, due_at, attempts } = one.fields;
  if (before === 'succeeded' || before === 'failed') return before;
  if (before === 'cancelled') throw fail('conflict', 'The command was cancelled.');
  const isLate = before === 'queued' && (due_at === undefined || Date.parse(due_at) <= now.getTime());
  if (before === 'expired' || isLate) throw fail('command_expired', 'The command has expired.');
  if (attempts === 0) throw fail('conflict', 'The command was not delivered yet.');
  const over = { status, due_at: null, lease_until: null };
  if (status === 'succeeded') {
    const after = await records.update(command, id, { ...over, ...(result === undefined ? {} : { result }) });
    emit(commandSucceeded, { ...commandPayload(after), result: result ?? null });
  } else {
    const message = error ?? 'The bridge reported no error message.';
    emit(commandFailed, {
      ...commandPayload(await records.update(command, id, { ...over, error: message })),
      error: message,
    });
  }
  return status;
}

function noSuchCommand(): Error {
  const message = 'This bridge has no command with this id.';
  return errorOf('not_found', message, { details: [{ path: '/command_id', code: 'not_found', message }] });
}
