import { defineModuleRoute, fail, Field, type ModuleContext, type ModuleRouteContext } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { bridge, type Bridge } from '../bridge/bridge.kind.js';
import { bridgePayload, contactFields } from '../bridge/contact.js';
import { device, DEVICE_TYPES } from '../device/device.kind.js';
import { bridgeOnline, bridgeRegistered, bridgeUpdated, deviceOnline } from '../events.js';

const strict = { additionalProperties: false };
const MAX_DEVICES = 1_000;
/** The series that serialises registrations. */
const REGISTRATIONS = 'registration';

const body = Type.Object(
  {
    name: Field.text({
      minLength: 1,
      description: 'Name of the bridge. A bridge of this name without a token becomes this bridge.',
    }),
    version: Field.text({ minLength: 1 }),
    capabilities: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
    stats: Type.Optional(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' })),
    devices: Type.Optional(
      Type.Array(
        Type.Object(
          {
            address: Field.text({ minLength: 1, description: 'Identifies the device at the bridge.' }),
            name: Field.text({ minLength: 1 }),
            type: Type.Optional(Field.enum(DEVICE_TYPES)),
            driver: Type.Optional(Field.text()),
          },
          strict,
        ),
        { maxItems: MAX_DEVICES, description: 'Devices that the bridge found. New devices are added.' },
      ),
    ),
  },
  strict,
);
type Registration = Static<typeof body>;

export const registerRoute = defineModuleRoute({
  operationId: 'registerBridge',
  method: 'POST',
  path: '/edge/register',
  summary: 'Register a bridge',
  description: 'Called each time a bridge starts. The API token of the request identifies the bridge from then on.',
  role: 'member',
  body: { schema: body, example: { name: 'Hall', version: '1.2.0', devices: [{ address: 'usb:1', name: 'Scale 1' }] } },
  responses: {
    200: {
      description: 'Registered.',
      schema: Type.Object(
        {
          bridge_id: Type.String({ format: 'uuid' }),
          poll_after_ms: Type.Integer({ description: 'Milliseconds to wait before the next poll.' }),
          server_time: Type.String({ format: 'date-time' }),
          devices: Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), address: Type.String() }, strict)),
        },
        strict,
      ),
    },
  },
  errors: ['validation_failed', 'forbidden', 'already_exists'],
  async handler(context, { body: registration }) {
    const answer = await context.transaction(async (work) => {
      const known = await register(work, registration, context.client);
      const devices = await registerDevices(work, known, registration.devices ?? []);
      return { bridge_id: known.id, poll_after_ms: 0, server_time: work.now.toISOString(), devices };
    });
    return { status: 200, body: answer };
  },
});

async function register(
  context: ModuleContext,
  registration: Registration,
  { address, tokenPrefix }: ModuleRouteContext['client'],
): Promise<Bridge> {
  const { records, actor, now, emit, takeNumbers } = context;
  const { name, version, capabilities, stats } = registration;
  // A bridge that repeats the request before the response must not be registered twice.
  await takeNumbers(REGISTRATIONS, 1);
  const credential = actor.via.id ?? '';
  const [mine] = await records.find(bridge, { where: { credential }, limit: 1, lock: true });
  if (mine?.fields.status === 'revoked') throw fail('forbidden', 'This bridge was retired.');
  const [pending] = mine
    ? [mine]
    : await records.find(bridge, { where: { name, credential: null }, limit: 1, lock: true });
  const fields = {
    name,
    software_version: version,
    credential,
    ...(tokenPrefix === null ? {} : { token_prefix: tokenPrefix }),
    ip_hint: address,
    status: 'online',
    ...(capabilities ? { capabilities } : {}),
    ...(stats ? { stats } : {}),
    ...contactFields(now),
  } as const;
  const path = (field: string) => `/${field}`;
  if (!pending) {
    const made = await records.create(bridge, fields, { path });
    emit(bridgeRegistered, bridgePayload(made));
    emit(bridgeOnline, bridgePayload(made));
    return made;
  }
  const { software_version: before } = pending.fields;
  const isUpdated = before !== undefined && before !== version;
  const done = pending.fields.update_to === version ? { update_to: null } : {};
  // The workspace decides the name of a registered bridge.
  const after = await records.update(bridge, pending.id, { ...fields, name: pending.fields.name, ...done }, { path });
  if (!mine) emit(bridgeRegistered, bridgePayload(after));
  if (pending.fields.status !== 'online') emit(bridgeOnline, bridgePayload(after));
  if (isUpdated) emit(bridgeUpdated, bridgePayload(after));
  return after;
}

async function registerDevices(
  { records, now, emit }: ModuleContext,
  { id: bridgeId }: Bridge,
  found: NonNullable<Registration['devices']>,
) {
  const known = await records.find(device, { where: { bridge: bridgeId }, limit: 10_000 });
  const byAddress = new Map(known.map((one) => [one.fields.address, one]));
  const seen = { status: 'online', last_seen_at: now.toISOString() } as const;
  const listed = new Map(found.map((one) => [one.address, one]));
  const made = await records.createMany(
    device,
    [...listed.values()]
      .filter(({ address }) => !byAddress.has(address))
      .map(({ type = 'other', ...one }) => ({ fields: { ...one, type, bridge: bridgeId, ...seen } })),
  );
  const present = known.filter(({ fields }) => fields.address !== undefined && listed.has(fields.address));
  await records.updateMany(
    device,
    present.map(({ id }) => ({ id, fields: seen })),
  );
  const appeared = [...made, ...present.filter(({ fields }) => fields.status !== 'online')];
  for (const { id, fields } of appeared) emit(deviceOnline, { deviceId: id, deviceName: fields.name });
  return [...made, ...known].map(({ id, fields }) => ({ id, address: fields.address ?? '' }));
}
