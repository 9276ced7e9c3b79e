import type { Workshop } from './workshop.js';

/** The wire of the picture of the builder. */
export const WRITTEN_WIRE = 'Order displays before they run out';
export const LOW_PART = 'Display 1.3 inch';
export const SHOWN_PART = 'Microcontroller board, USB-C';
export const RUNNING_MACHINE = 'MK4 left';
const HOUR_MS = 3_600_000;

interface Wire {
  readonly id: string;
  readonly name: string;
  readonly default: { readonly key: string } | null;
}

export async function wireNamed({ get }: Workshop, name: string): Promise<string> {
  const { data } = await get<{ data: readonly Wire[] }>('/wires?limit=200');
  const found = data.find((wire) => wire.name === name || wire.default?.key === name);
  if (!found) throw new Error(`There is no wire '${name}'.`);
  return found.id;
}

/** What the sample does not have: an assembly, a print that runs, low stock with what follows, a wire of its own. */
export async function arrangeWorkshop(workshop: Workshop): Promise<void> {
  await assemble(workshop);
  await startPrint(workshop);
  await runLow(workshop);
  await workshop.send('POST', '/wires', {
    name: WRITTEN_WIRE,
    event: 'inventory.stock.low',
    condition: 'event.payload.available < 2',
    action: 'projects:create_task',
    input: { title: 'Order ${event.payload.partName}', priority: 'high' },
  });
  await workshop.send('POST', '/notifications/read-all', {});
}

async function create({ send }: Workshop, kind: string, fields: object): Promise<string> {
  return (await send<{ id: string }>('POST', `/modules/${kind.replace(':', '/records/')}`, { fields })).id;
}

/** A product that is made of parts, one with its supplier and a reservation. */
async function assemble(workshop: Workshop): Promise<void> {
  const board = await workshop.find('inventory:part', SHOWN_PART);
  const assembly = await create(workshop, 'inventory:part', {
    name: 'Climate logger',
    ipn: 'CL-01',
    is_assembly: true,
  });
  const bill = [
    [board, 1, 'U1'],
    [await workshop.find('inventory:part', 'Temperature sensor, I2C'), 1, 'U2'],
    [await workshop.find('inventory:part', LOW_PART), 1, 'DS1'],
  ] as const;
  for (const [component, qty_per, designators] of bill)
    await create(workshop, 'inventory:bom_line', { assembly, component, qty_per, designators });
  const supplier = await workshop.find('purchases:supplier', 'Chip Depot');
  for (const [part, sku, unit_price] of [
    [board, 'CD-20418', '6.90'],
    [bill[2][0], 'CD-31077', '4.80'],
  ] as const)
    await create(workshop, 'purchases:supplier_part', {
      ...{ supplier, part, sku, preferred: true },
      price_breaks: [{ min_qty: 1, unit_price, currency: 'EUR' }],
    });
  const task = await workshop.find('projects:task', 'Solder the boards');
  await workshop.run(
    'inventory:reserve',
    { kind: 'inventory:part', id: board },
    {
      ...{ qty: 2, for: { kind: 'projects:task', id: task } },
    },
  );
}

async function startPrint(workshop: Workshop): Promise<void> {
  const machine = { kind: 'digifab:machine', id: await workshop.find('digifab:machine', RUNNING_MACHINE) };
  const job = { kind: 'digifab:job', id: await workshop.find('digifab:job', 'Enclosure') };
  // Before there is material: a job goes to the first machine that can print it.
  await workshop.send('PATCH', `/modules/digifab/records/job/${job.id}`, {
    fields: { target: { machine: machine.id } },
  });
  const filament = await workshop.find('inventory:part', 'Filament PLA white 1.75 mm');
  const { data } = await workshop.get<{ data: readonly { readonly id: string }[] }>(
    `/modules/inventory/records/stock_item?filter=${encodeURIComponent(`part == "${filament}"`)}`,
  );
  await workshop.run('digifab:load_material', machine, { slot: 0, stock_item: data[0]?.id });
  await workshop.run('digifab:report', machine, { state: 'idle' });
  const eta = new Date(Date.now() + HOUR_MS).toISOString();
  await workshop.run('digifab:report', job, { state: 'printing', progress: 0.55, filament_used_g: 35, eta });
}

/** Takes the last one of a part, for which a wire drafts an order. */
async function runLow(workshop: Workshop): Promise<void> {
  const wire = await wireNamed(workshop, 'draft_from_low');
  await workshop.send('PATCH', `/wires/${wire}`, { enabled: true });
  const part = { kind: 'inventory:part', id: await workshop.find('inventory:part', LOW_PART) };
  await workshop.run('inventory:use_one', part);
}
