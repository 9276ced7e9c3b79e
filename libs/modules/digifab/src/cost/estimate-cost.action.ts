import { defineAction, type EventDefinition, Field, type ModuleContext, validationFailed } from '@cubit/core';
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  type Money,
  multiplyDecimals,
  toDecimal,
  toMoney,
  ZERO,
} from '@cubit/decimal';
import { type Static, Type } from 'typebox';
import { inUnitOfPart } from '../accounting/in-unit-of-part.js';
import { input, output, recordId } from '../action-input.js';
import { fileRecord, type PrintFile } from '../file/file.fields.js';
import { jobRecord, type Job, type MaterialLine } from '../job/job.fields.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { type Settings, settings } from '../settings.js';
import { part, stockItem } from '../stock.js';

const SECONDS_PER_HOUR = '3600';
const WATTS_PER_KILOWATT = '1000';

const line = Type.Object({
  what: Type.Unsafe<'filament' | 'machine_hours' | 'energy'>({
    type: 'string',
    enum: ['filament', 'machine_hours', 'energy'],
  }),
  title: Type.String(),
  qty: Type.Number(),
  unit: Type.String({ description: '`g`, `h` or `kWh`.' }),
  cost: Type.Optional(Field.money()),
});
type Line = Static<typeof line>;

export const estimateCost = defineAction({
  id: 'digifab:estimate_cost',
  title: 'Estimate cost',
  description:
    'The cost of a print before it starts. Filament at the cost of its spool or part, hours at the `hour_rate` of the machine, energy at its `power_w` and the `energy_price` of the settings. `missing` lists what is not known and therefore not counted.',
  appliesTo: [jobRecord, fileRecord],
  input: input({
    machine: Type.Optional(
      Field.titled('Machine', recordId('digifab:machine', 'Default: the machine of the job, or its only target.')),
    ),
  }),
  output: output({
    lines: Type.Array(line),
    total: Type.Array(Field.money(), { description: 'One amount for each currency.' }),
    missing: Type.Array(Type.String(), { examples: [['machine', 'est_time_s']] }),
  }),
  emits: [],
  agent: { words: ['price', 'how much', 'costs', 'calculate', 'quote'] },
  effects: { destructive: false, idempotent: true, readOnly: true },
  settings,
  ui: { icon: 'calculator', order: 45 },
  role: 'viewer',
  example: { title: 'On the machine of the job', input: {} },
  async run(context, record, { machine: named }) {
    const job = record.kind === 'digifab:job' ? (record as Job) : undefined;
    const file = await fileOf(context, record as Job | PrintFile);
    const machine = await machineOf(context, named ?? job?.fields.machine ?? job?.fields.target?.machine, named);
    const planned = job?.fields.materials?.some(({ est_g }) => est_g !== undefined);
    const materials = planned ? (job?.fields.materials ?? []) : loadedFor(file, machine);
    const filament = await filamentLines(context, materials);
    const seconds = file?.fields.est_time_s;
    const lines = [...filament, ...timeLines(context, machine, seconds)];
    return {
      lines,
      total: totalsOf(lines),
      missing: [
        ...(filament.length === 0 ? ['est_g'] : []),
        ...(filament.some(({ cost }) => !cost) ? ['unit_cost'] : []),
        ...(machine ? [] : ['machine']),
        ...(seconds === undefined ? ['est_time_s'] : []),
        ...(machine && !machine.fields.hour_rate ? ['hour_rate'] : []),
        ...(machine && machine.fields.power_w === undefined ? ['power_w'] : []),
      ],
    };
  },
});

async function fileOf({ records }: ModuleContext, record: Job | PrintFile): Promise<PrintFile | undefined> {
  if (record.kind === 'digifab:file') return record;
  const id = record.fields.file;
  return id === undefined ? undefined : (await records.getMany(fileRecord, [id])).get(id);
}

async function machineOf(
  { records }: ModuleContext,
  id: string | undefined,
  named: string | undefined,
): Promise<Machine | undefined> {
  if (id === undefined) return undefined;
  const machine = (await records.getMany(machineRecord, [id])).get(id);
  if (!machine && named !== undefined)
    throw validationFailed([{ path: '/input/machine', code: 'unknown_reference', message: 'is not a machine.' }]);
  return machine;
}

/** The estimates of the file, with the spools that are loaded for its tools. */
function loadedFor(file: PrintFile | undefined, machine: Machine | undefined): readonly MaterialLine[] {
  return (file?.fields.est_g ?? []).map(({ tool, g, material }) => {
    const slot = machine?.fields.loaded?.find((loaded) => loaded.slot === tool);
    return {
      est_g: g,
      ...(slot?.stock_item === undefined ? {} : { stock_item: slot.stock_item }),
      ...(slot?.part === undefined ? {} : { part: slot.part }),
      ...(material === undefined ? {} : { material }),
    };
  });
}

async function filamentLines({ records }: ModuleContext, materials: readonly MaterialLine[]): Promise<readonly Line[]> {
  const items = await records.getMany(
    stockItem,
    materials.flatMap(({ stock_item }) => stock_item ?? []),
  );
  const partOf = ({ stock_item, part: id }: MaterialLine) => items.get(stock_item ?? '')?.fields.part ?? id;
  const parts = await records.getMany(
    part,
    materials.flatMap((material) => partOf(material) ?? []),
  );
  return materials.flatMap((material): readonly Line[] => {
    if (material.est_g === undefined) return [];
    const owner = parts.get(partOf(material) ?? '');
    const price = items.get(material.stock_item ?? '')?.fields.unit_cost ?? owner?.fields.avg_cost;
    const qty = owner && inUnitOfPart(material.est_g, owner);
    const cost =
      price && typeof qty === 'number'
        ? toMoney(multiplyDecimals(toDecimal(price.amount), toDecimal(qty)), price.currency)
        : undefined;
    const title = owner?.title ?? material.material ?? 'Filament';
    return [{ what: 'filament', title, qty: material.est_g, unit: 'g', ...(cost ? { cost } : {}) }];
  });
}

function timeLines(
  context: ModuleContext<EventDefinition, Settings>,
  machine: Machine | undefined,
  seconds: number | undefined,
): readonly Line[] {
  if (!machine || seconds === undefined) return [];
  const hours = divideDecimals(toDecimal(seconds), toDecimal(SECONDS_PER_HOUR)) ?? ZERO;
  const { hour_rate: rate, power_w: watts } = machine.fields;
  const { energy_price: price, currency } = context.settings;
  const energy = divideDecimals(multiplyDecimals(hours, toDecimal(watts ?? 0)), toDecimal(WATTS_PER_KILOWATT)) ?? ZERO;
  const rounded = (value: Decimal) => Number(toMoney(value, currency).amount);
  return [
    {
      what: 'machine_hours',
      title: machine.title,
      qty: rounded(hours),
      unit: 'h',
      ...(rate ? { cost: toMoney(multiplyDecimals(toDecimal(rate.amount), hours), rate.currency) } : {}),
    },
    ...(watts === undefined
      ? []
      : [
          {
            what: 'energy' as const,
            title: machine.title,
            qty: rounded(energy),
            unit: 'kWh',
            cost: toMoney(multiplyDecimals(toDecimal(price), energy), currency),
          },
        ]),
  ];
}

function totalsOf(lines: readonly Line[]): Money[] {
  const costs = lines.flatMap(({ cost }) => cost ?? []);
  const currencies = [...new Set(costs.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = costs.filter((cost) => cost.currency === currency);
    return toMoney(own.map(({ amount }) => toDecimal(amount)).reduce(addDecimals, ZERO), currency);
  });
}
