import {
  defineAction,
  fail,
  Field,
  foreignKind,
  isCubitError,
  validationFailed,
  withFaultsAt,
  type AnyRef,
  type ModuleContext,
} from '@cubit/core';
import { Type } from 'typebox';
import { device, type Device } from '../device/device.kind.js';
import { deviceApplied } from '../events.js';
import { deedOf, REASONS, type Deed, type Reason } from './deed.js';
import { reading, type Reading } from './reading.kind.js';

/** A count as far as it tells what it is about. */
const count = foreignKind(
  'inventory:count',
  Type.Object({ status: Field.text(), lines: Field.json(Type.Array(Type.Object({ stock_item: Type.String() }))) }),
);
/** Counts that are open at a time, the newest first. */
const MAX_COUNTS = 50;

export const applyReading = defineAction({
  id: 'devices:apply_reading',
  title: 'Apply a reading',
  description:
    'Does with a reading what the device is linked for, to the record that it is linked with: `inventory:set`, `inventory:use_one`, `inventory:use` or `inventory:record_count`. Each reading is applied once; of those that say how much there is, the newest counts.',
  appliesTo: [device],
  input: Type.Object(
    {
      reading: Type.Optional(
        Type.String({ format: 'uuid', 'x-kind': 'devices:reading', description: 'Default: the newest.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      applied: Type.Boolean(),
      action: Type.Optional(Type.String({ description: 'What was done.' })),
      reason: Type.Optional(
        Type.Unsafe<Reason>({
          type: 'string',
          enum: REASONS,
          description:
            'Why nothing was: readings are only looked at, are of another type or unit, a newer one or this one is applied already, the scale shows less than the container weighs, or no count is open for it.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  emits: [deviceApplied],
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'The newest', input: {} },
  available: ({ fields: { linked } }) => linked !== undefined || 'it is linked with nothing',
  async run(context, target, { reading: id }) {
    const one = await readingOf(context, target, id);
    const { linked, link_mode: mode, name } = target.fields;
    const deed = await settle(context, target, one);
    if (typeof deed === 'string') return { applied: false, reason: deed };
    const reason = await perform(context, deed, `${name}: ${one.title}`);
    if (reason !== null) return { applied: false, reason };
    await context.records.update(device, target.id, { applied_reading: one.id });
    context.emit(deviceApplied, {
      deviceId: target.id,
      deviceName: name,
      readingId: one.id,
      linked: linked as AnyRef,
      mode,
      action: deed.action,
    });
    return { applied: true, action: deed.action };
  },
});

async function readingOf({ records }: ModuleContext, { id: of }: Device, id: string | undefined): Promise<Reading> {
  if (id === undefined) {
    const [newest] = await records.find(reading, { where: { device: of }, sort: '-id', limit: 1 });
    if (!newest) throw fail('conflict', 'The device has told nothing yet.');
    return newest;
  }
  const named = (await records.getMany(reading, [id])).get(id);
  if (named?.fields.device === of) return named;
  const message = 'There is no such reading of this device.';
  throw validationFailed([{ path: '/input/reading', code: 'unknown_reference', message }]);
}

/** What is to be done by a reading, with the count that it goes into. */
async function settle({ records }: ModuleContext, { fields }: Device, one: Reading): Promise<Deed | Reason> {
  const { linked, link_mode: mode, applied_reading: applied = '' } = fields;
  const deed = deedOf(mode, linked as AnyRef, one);
  if (typeof deed === 'string') return deed;
  // Ids are by age. What is used up is used by each reading; how much there is, the newest says.
  if (mode !== 'use' && one.id <= applied) return one.id === applied ? 'applied' : 'superseded';
  if (deed.action !== 'inventory:record_count') return deed;
  const open = await records.find(count, {
    where: { status: { in: ['open', 'submitted'] } },
    sort: '-created_at',
    limit: MAX_COUNTS,
  });
  const found = open.find((candidate) =>
    candidate.fields.lines.some(({ stock_item }) => stock_item === deed.record.id),
  );
  return found ? { ...deed, record: { kind: found.kind, id: found.id } } : 'no_count';
}

/** Null where it was done. */
async function perform(
  { invoke }: ModuleContext,
  { action, record, input }: Deed,
  reason: string,
): Promise<Reason | null> {
  const said = action === 'inventory:record_count' ? input : { ...input, reason };
  try {
    const result = (await invoke(action, record, said)) as { readonly duplicate?: boolean };
    return result.duplicate === true ? 'applied' : null;
  } catch (error) {
    // Nothing stands on the scale, and nothing was written.
    if (isCubitError(error) && error.details?.some(({ code }) => code === 'below_tare') === true) return 'below_tare';
    // What the other action was given is no input of this one: the fault is what the device is linked with.
    throw withFaultsAt(error, () => '/record');
  }
}
