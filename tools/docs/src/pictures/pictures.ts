import { LOW_PART, RUNNING_MACHINE, SHOWN_PART, wireNamed, WRITTEN_WIRE } from './arrange-workshop.js';
import type { Picture } from './take-picture.js';
import type { Workshop } from './workshop.js';

/** The path of a kind: `inventory:part`. */
const list = (kind: string) => `/modules/${kind.replace(':', '/records/')}`;
const record = async (workshop: Workshop, kind: string, title: string) =>
  `${list(kind)}/${await workshop.find(kind, title)}`;

/** A distributor's list with two faults. */
const PARTS_FILE = `Name;Part number;Category;Minimum
Resistor 22K 0603 1%;R-22K;Resistors;50
Resistor 220K 0603 1%;R-220K;Resistors;50
Capacitor 22U;C-22U;Capacitors;-50
Screw M4 x 16 mm, hex socket;SCR-M4-16;Screws;100
Nut M6;NUT-M6;Hexagon nuts;50
`;

/** The pictures of the documentation. Each is shown by a page: `pictures.spec.ts`. */
export const PICTURES: readonly Picture[] = [
  { file: 'home.png', path: () => '/' },
  {
    file: 'parts.png',
    path: async (workshop) => {
      const peek = encodeURIComponent(`inventory:part/${await workshop.find('inventory:part', SHOWN_PART)}`);
      return `${list('inventory:part')}?fields=available,min_stock,category&peek=${peek}`;
    },
  },
  { file: 'part.png', path: (workshop) => record(workshop, 'inventory:part', SHOWN_PART) },
  { file: 'board.png', theme: 'dark', path: () => `${list('projects:task')}?layout=board` },
  {
    file: 'receive.png',
    path: async (workshop) => `${await record(workshop, 'purchases:order', 'PO-0002')}?do=purchases:receive`,
    arrange: async (page) => page.getByRole('table', { name: 'Lines' }).getByRole('spinbutton').nth(1).waitFor(),
  },
  { file: 'wire.png', path: async (workshop) => `/wires/${await wireNamed(workshop, WRITTEN_WIRE)}/edit` },
  {
    file: 'run.png',
    theme: 'dark',
    async path(workshop) {
      const wire = await wireNamed(workshop, 'draft_from_low');
      const { data } = await workshop.get<{ data: readonly { readonly id: string }[] }>(`/wires/${wire}/runs`);
      return `/wires/${wire}/runs/${data[0]?.id ?? ''}`;
    },
  },
  { file: 'machine.png', path: (workshop) => record(workshop, 'digifab:machine', RUNNING_MACHINE) },
  {
    file: 'import.png',
    path: () => `${list('inventory:part')}/import`,
    async arrange(page) {
      const buffer = Buffer.from(PARTS_FILE);
      await page.locator('input[type=file]').setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('rows are wrong').waitFor();
    },
  },
  { file: 'scan-phone.png', device: 'phone', path: () => '/scan?code=FIL-PLA-BLK' },
  {
    file: 'part-phone.png',
    device: 'phone',
    theme: 'dark',
    path: (workshop) => record(workshop, 'inventory:part', LOW_PART),
  },
  { file: 'place-phone.png', device: 'phone', path: (workshop) => record(workshop, 'spaces:location', 'Drawer 3') },
];
