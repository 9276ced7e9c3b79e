import { DAY_MS } from '@cubit/core';
import { create, run, type SampleStep } from './sample-steps.js';
import { stockSteps } from './stock-steps.js';

export const WORKSHOP_MODULES = ['inventory', 'spaces', 'projects', 'purchases', 'digifab'];

/** A small workshop, with dates around now. */
export function workshopSteps(now: Date): readonly SampleStep[] {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  return [
    run('spaces:import_plan', null, { document: PLAN }),
    { name: 'spaces:location', as: 'place' },
    ...stockSteps(),
    ...purchaseSteps(inDays),
    ...projectSteps(inDays),
    ...machineSteps(),
  ];
}

type InDays = (days: number) => string;

const box = (
  name: string,
  [x_mm, y_mm, w_mm, d_mm]: readonly [number, number, number, number],
  shelves: readonly string[] = [],
) => ({
  name,
  x_mm,
  y_mm,
  w_mm,
  d_mm,
  h_mm: 1_800,
  face: { shelves: shelves.map((shelf, index) => ({ name: shelf, from_bottom_mm: 200 + index * 400 })) },
});

const PLAN = {
  format: 'service-floorplan/1',
  site: { name: 'Workshop' },
  rooms: [
    {
      name: 'Electronics',
      level: 'Ground floor',
      w_mm: 4_200,
      d_mm: 3_600,
      containers: [
        box('Drawer cabinet A', [100, 100, 900, 400], ['Drawer 1', 'Drawer 2', 'Drawer 3']),
        box('Bench', [1_400, 100, 2_400, 800]),
      ],
    },
    {
      name: 'Machine hall',
      level: 'Ground floor',
      w_mm: 7_800,
      d_mm: 5_400,
      zones: [{ name: 'Tool wall', x_mm: 100, y_mm: 100, w_mm: 3_000, d_mm: 600 }],
      containers: [
        box('Filament rack', [3_600, 100, 1_200, 500], ['Bottom shelf', 'Top shelf']),
        box('Sheet rack', [5_400, 100, 1_500, 700]),
      ],
    },
  ],
};

function purchaseSteps(inDays: InDays): readonly SampleStep[] {
  const eur = (amount: string) => ({ amount, currency: 'EUR' });
  const order = (as: string, supplier: string, days: number) =>
    create('purchases:order', as, { supplier: `@${supplier}`, expected_on: inDays(days).slice(0, 10) });
  const line = (of: string, part: string, [qty, price]: readonly [number, string]) =>
    create('purchases:order_item', `line:${of}:${part}`, {
      order: `@${of}`,
      part: `@part:${part}`,
      qty,
      unit_price: eur(price),
    });
  const target = (as: string) => ({ kind: 'purchases:order', id: `@${as}` });
  return [
    create('purchases:supplier', 'supplier:bolts', {
      name: 'Bolts & Co',
      website: 'https://bolts.example',
      currency: 'EUR',
      lead_time_days: 5,
    }),
    create('purchases:supplier', 'supplier:chips', {
      name: 'Chip Depot',
      website: 'https://chips.example',
      currency: 'EUR',
      lead_time_days: 3,
    }),
    create('purchases:supplier', 'supplier:print', {
      name: 'Filament Works',
      website: 'https://filament.example',
      currency: 'EUR',
      lead_time_days: 7,
    }),
    order('order:draft', 'supplier:print', 10),
    line('order:draft', 'FIL-PETG-ORG', [1_000, '0.022']),
    order('order:late', 'supplier:bolts', -2),
    line('order:late', 'SCR-M3-8', [200, '0.04']),
    line('order:late', 'NUT-M3', [200, '0.02']),
    run('purchases:place', target('order:late')),
    order('order:open', 'supplier:chips', 4),
    line('order:open', 'MCU-01', [10, '6.90']),
    line('order:open', 'SEN-01', [20, '1.35']),
    run('purchases:place', target('order:open')),
    run('purchases:receive', target('order:open'), { lines: [{ order_item: '@line:order:open:SEN-01', qty: 12 }] }),
  ];
}

/** Title, status, priority, due in days. */
const TASKS: readonly (readonly [string, string, string, string, number | null])[] = [
  ['enclosure', 'Draw the enclosure', 'done', 'high', -6],
  ['enclosure', 'Print a first enclosure', 'in_progress', 'high', 1],
  ['enclosure', 'Order display and sensors', 'done', 'medium', -4],
  ['enclosure', 'Solder the boards', 'todo', 'medium', 3],
  ['enclosure', 'Write the firmware', 'in_progress', 'urgent', 0],
  ['enclosure', 'Test for 24 hours', 'todo', 'medium', 6],
  ['enclosure', 'A version with a battery', 'backlog', 'low', null],
  ['enclosure', 'A wooden case', 'cancelled', 'low', null],
  ['shop', 'Sort the drawer cabinet', 'todo', 'low', -1],
  ['shop', 'Build a rack for sheets', 'in_progress', 'medium', 9],
  ['shop', 'Fit dust extraction', 'todo', 'high', 14],
  ['shop', 'Label all bins', 'backlog', 'medium', 20],
  ['shop', 'Check the fire extinguisher', 'done', 'high', -10],
];

function projectSteps(inDays: InDays): readonly SampleStep[] {
  return [
    create('projects:project', 'project:enclosure', {
      name: 'Climate logger',
      key: 'CL',
      target_date: inDays(12).slice(0, 10),
      status: 'active',
    }),
    create('projects:project', 'project:shop', {
      name: 'A better workshop',
      key: 'WS',
      target_date: inDays(40).slice(0, 10),
      status: 'active',
    }),
    create('projects:project', 'project:fair', {
      name: 'Maker fair',
      key: 'MF',
      target_date: inDays(90).slice(0, 10),
      status: 'planning',
    }),
    ...TASKS.map(([project, title, status, priority, days]) =>
      create('projects:task', `task:${title}`, {
        title,
        project: `@project:${project}`,
        status,
        priority,
        ...(days === null ? {} : { due_at: inDays(days) }),
        ...(status === 'in_progress' ? { assignees: ['@me'] } : {}),
      }),
    ),
    run(
      'projects:add_dependency',
      { kind: 'projects:task', id: '@task:Test for 24 hours' },
      { needs_task: '@task:Solder the boards' },
    ),
  ];
}

function machineSteps(): readonly SampleStep[] {
  const machine = (as: string, fields: Readonly<Record<string, unknown>>) =>
    create('digifab:machine', `machine:${as}`, { location: '@place:Machine hall', ...fields });
  const job = (as: string, fields: Readonly<Record<string, unknown>>) =>
    create('digifab:job', `job:${as}`, { title: as, ...fields });
  const target = (as: string) => ({ kind: 'digifab:job', id: `@job:${as}` });
  return [
    machine('left', { name: 'MK4 left', type: 'fdm', model: 'MK4S', nozzle_mm: 0.4 }),
    machine('right', { name: 'MK4 right', type: 'fdm', model: 'MK4S', nozzle_mm: 0.6 }),
    machine('laser', { name: 'Laser', type: 'laser', model: 'K40', accepting_jobs: false }),
    create('digifab:file', 'file:enclosure', {
      name: 'enclosure_v2.gcode',
      est_time_s: 7_200,
      est_g: [{ tool: 0, g: 64 }],
      material: 'PLA',
    }),
    create('digifab:file', 'file:clip', {
      name: 'cable_clip.gcode',
      est_time_s: 1_500,
      est_g: [{ tool: 0, g: 9 }],
      material: 'PETG',
    }),
    create('digifab:maintenance', 'maintenance:left', {
      machine: '@machine:left',
      task: 'Grease the rods',
      every_hours: 300,
    }),
    job('Enclosure, first try', { file: '@file:enclosure', task: '@task:Print a first enclosure' }),
    run('digifab:cancel', target('Enclosure, first try')),
    job('Enclosure', { file: '@file:enclosure', priority: 5 }),
    job('Cable clips', { file: '@file:clip' }),
    job('Spare clips', { file: '@file:clip', priority: -5 }),
  ];
}
