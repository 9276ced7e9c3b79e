import {
  type AnyRef,
  type CubitError,
  defineAction,
  errorOf,
  Field,
  foreignKind,
  isCubitError,
  type ModuleContext,
  validationFailed,
  withFaultsAt,
} from '@cubit/core';
import { Type } from 'typebox';
import { device, type Device } from '../device/device.kind.js';
import { deviceApplied } from '../events.js';
import { effectOf, REASONS, type ReadingEffect, type Reason } from './reading-effect.js';
import { reading, type Reading } from './reading.kind.js';

/** The fields of a stock count that are needed to find its lines. */
const count = foreignKind(
  'inventory:count',
  Type.Object({ status: Field.text(), lines: Field.json(Type.Array(Type.Object({ stock_item: Type.String() }))) }),
);
/** Upper bound for open counts, newest first. */
const MAX_COUNTS = 50;

export const applyReading = defineAction({
  id: 'devices:apply_reading',
  title: 'Apply a reading',
  description:
    'Applies a reading to the linked record. The link mode of the device chooses `inventory:set`, `inventory:use_one`, `inventory:use` or `inventory:record_count`. Each reading is applied at most once. A reading that sets a quantity is ignored if a newer one was applied.',
  appliesTo: [device],
  input: Type.Object(
    {
      reading: Type.Optional(
        Type.String({
          title: 'Reading',
          format: 'uuid',
          'x-kind': 'devices:reading',
          description: 'Default: the newest.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      applied: Type.Boolean(),
      action: Type.Optional(Type.String({ description: 'Id of the action that was run.' })),
      reason: Type.Optional(
        Type.Unsafe<Reason>({
          type: 'string',
          enum: REASONS,
          description:
            'Why the reading was not applied: the link mode applies none (`lookup`), its type or unit does not fit (`other_type`, `other_unit`), a newer one was applied (`superseded`), it was already applied (`applied`), the weight is less than that of the container (`below_tare`), or no stock count is open for the record (`no_count`).',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  emits: [deviceApplied],
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { offered: false, icon: 'gauge', order: 30 },
  example: { title: 'The newest', input: {} },
  lookup: newestOf,
  available({ fields: { linked } }, { found: newest }) {
    if (linked === undefined) return 'the device is not linked';
    return newest !== undefined || noReading();
  },
  async run(context, target, { reading: id }) {
    const one = await readingOf(context, target, id);
    const { linked, link_mode: mode, name } = target.fields;
    const effect = await resolveEffect(context, target, one);
    if (typeof effect === 'string') return { applied: false, reason: effect };
    const reason = await perform(context, effect, `${name}: ${one.title}`);
    if (reason !== null) return { applied: false, reason };
    await context.records.update(device, target.id, { applied_reading: one.id });
    context.emit(deviceApplied, {
      deviceId: target.id,
      deviceName: name,
      readingId: one.id,
      linked: linked as AnyRef,
      mode,
      action: effect.action,
    });
    return { applied: true, action: effect.action };
  },
});

async function newestOf({ records }: ModuleContext, { id }: Device): Promise<Reading | undefined> {
  const [newest] = await records.find(reading, { where: { device: id }, sort: '-id', limit: 1 });
  return newest;
}

function noReading(): CubitError {
  return errorOf('conflict', 'The device has no readings yet.');
}

async function readingOf(context: ModuleContext, target: Device, id: string | undefined): Promise<Reading> {
  if (id === undefined) {
    const newest = await newestOf(context, target);
    if (!newest) throw noReading();
    return newest;
  }
  const named = (await context.records.getMany(reading, [id])).get(id);
  if (named?.fields.device === target.id) return named;
  const message = 'This device has no reading with this id.';
  throw validationFailed([{ path: '/input/reading', code: 'unknown_reference', message }]);
}

/** Resolves a reading to the action to run, including the open count that it belongs to. */
async function resolveEffect(
  { records }: ModuleContext,
  { fields }: Device,
  one: Reading,
): Promise<ReadingEffect | Reason> {
  const { linked, link_mode: mode, applied_reading: applied = '' } = fields;
  const effect = effectOf(mode, linked as AnyRef, one);
  if (typeof effect === 'string') return effect;
  // Ids are ordered by age. Every `use` reading counts, but only the newest quantity does.
  if (mode !== 'use' && one.id <= applied) return one.id === applied ? 'applied' : 'superseded';
  if (effect.action !== 'inventory:record_count') return effect;
  const open = await records.find(count, {
    where: { status: { in: ['open', 'submitted'] } },
    sort: '-created_at',
    limit: MAX_COUNTS,
  });
  const found = open.find((candidate) =>
    candidate.fields.lines.some(({ stock_item }) => stock_item === effect.record.id),
  );
  return found ? { ...effect, record: { kind: found.kind, id: found.id } } : 'no_count';
}

/** Runs the action. Null if it succeeded, otherwise the reason. */
async function perform(
  { invoke }: ModuleContext,
  { action, record, input }: ReadingEffect,
  reason: string,
): Promise<Reason | null> {
  const actionInput = action === 'inventory:record_count' ? input : { ...input, reason };
  try {
    const result = (await invoke(action, record, actionInput)) as { readonly duplicate?: boolean };
    return result.duplicate === true ? 'applied' : null;
  } catch (error) {
    // The scale is empty, and nothing was written.
    if (isCubitError(error) && error.details?.some(({ code }) => code === 'below_tare') === true) return 'below_tare';
    // The paths of the other action mean nothing to this caller: the fault is the linked record.
    throw withFaultsAt(error, () => '/record');
  }
}
