import { readFile, readdir } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { describeWithData, type TestWorkspace } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { countValues, plainText, rowsOf, sumOf, textsIn } from '../fixtures/count-values.js';
import { importFile, pathOf, previewOf, type Imported, type Preview } from '../fixtures/import-file.js';

jest.setTimeout(300_000);

/** Rows of a file: in, taken, rejected. */
type Counts = readonly [rows: number, taken: number, rejected: number, skipped?: number];

interface OutsideFile {
  readonly kind: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly counts: Counts;
  /** How many records of which kinds it makes. */
  readonly makes: Readonly<Record<string, number>>;
}

const CREATE = 'category,location,supplier,part,project';

/** In the order in which files refer to each other, and know each other's parts. */
const FILES: Readonly<Record<string, OutsideFile>> = {
  'parts/inventree_categories.csv': rows('inventory:category', 27),
  'parts/inventree_locations.csv': rows('spaces:location', 19),
  'parts/inventree_parts.csv': rows('inventory:part', 414),
  'parts/inventree_supplier_parts.csv': rows('purchases:supplier_part', 773, { 'purchases:supplier': 11 }),
  'parts/inventree_stock_items.csv': rows('inventory:stock_item', 1106, { 'inventory:movement': 1106 }),
  'parts/inventree_bom.csv': rows('inventory:bom_line', 228),
  'parts/inventree_parameters.csv': rows('inventory:parameter', 1194),
  'tasks/inventree_project_codes.csv': rows('projects:project', 6),
  'tasks/inventree_build_orders.csv': rows('inventory:build', 16),
  'parts/homebox_import_types.csv': rows('inventory:part', 3, { 'spaces:location': 5 }),
  'parts/bom_bouldercreek_motherboard.csv': bom(312, { lines: 50, parts: 50 }),
  'parts/bom_rpi_test.csv': bom(198, { lines: 84, parts: 84 }),
  'parts/bom_safelink_receiver.csv': bom(103, { lines: 48, parts: 48 }),
  'parts/bom_stickit_hat.csv': bom(33, { lines: 17, parts: 17 }),
  'parts/bom_kicad_netlist_300-010.xml': bom(84, { lines: 36, parts: 36 }),
  'parts/kicost_part_list_big.csv': rows('inventory:part', 430),
  // The materials, and what they are in.
  'parts/spoolmandb_materials.json': { ...rows('inventory:category', 32), makes: { 'inventory:category': 33 } },
  'parts/spoolmandb_3djake.json': rows('inventory:part', 81),
  'parts/spoolmandb_bambulab.json': rows('inventory:part', 259, { 'inventory:category': 16 }),
  'parts/spoolmandb_esun.json': rows('inventory:part', 196),
  'parts/spoolmandb_hatchbox.json': rows('inventory:part', 47),
  'parts/spoolmandb_ldo.json': rows('inventory:part', 13),
  'parts/spoolmandb_overture.json': rows('inventory:part', 120),
  'parts/spoolmandb_polymaker.json': rows('inventory:part', 286, { 'inventory:category': 1 }),
  'parts/spoolmandb_prusament.json': rows('inventory:part', 39, { 'inventory:category': 1 }),
  'scale/jlcpcb_components.csv': {
    ...rows('inventory:part', 3414, {
      // One of them was there.
      'inventory:category': 183,
      'inventory:stock_item': 1164,
      'inventory:movement': 1164,
      'purchases:supplier_part': 3414,
    }),
    query: { currency: 'USD' },
  },
  'tasks/ticktick_export.csv': rows('projects:task', 11, { 'projects:project': 2 }),
  'tasks/vikunja_export_data.json': rows('projects:task', 2, {
    'projects:project': 1,
    'projects:state': 1,
    'projects:comment': 1,
  }),
  'tasks/wekan_board_export.json': rows('projects:task', 3, {
    'projects:project': 1,
    'projects:state': 3,
    'projects:comment': 2,
  }),
  'tasks/github_issues_dump_a.json': rows('projects:task', 102, { 'projects:project': 1, 'projects:comment': 340 }),
  'purchases/mouser_267602242.csv': order([4, 4, 0], 4),
  'purchases/mouser_269268390.csv': order([2, 2, 0], 2),
  'purchases/dk_products_88435663.csv': order([5, 4, 0, 1], 4),
  'purchases/dk_products_93441269.csv': order([12, 11, 0, 1], 11),
  // The same order in another format.
  'purchases/93441269.csv': { kind: 'purchases:order', counts: [11, 11, 0], makes: {} },
  'purchases/lcsc_exported__20241222_232701.csv': order([36, 36, 0], 36, { parts: 32, offers: 34 }),
  'purchases/lcsc_exported__20241222_232708.csv': order([5, 5, 0], 5),
};

/** Each row makes a record. */
function rows(kind: string, count: number, besides: OutsideFile['makes'] = {}): OutsideFile {
  return { kind, counts: [count, count, 0], makes: { [kind]: count, ...besides } };
}

/** Rows of one component are merged; the board is one more part. */
function bom(count: number, { lines, parts }: { readonly lines: number; readonly parts: number }): OutsideFile {
  const makes = { 'inventory:bom_line': lines, 'inventory:part': parts + 1 };
  return { kind: 'inventory:bom_line', counts: [count, count, 0], makes };
}

function order(counts: Counts, lines: number, { parts = lines, offers = lines } = {}): OutsideFile {
  const makes = { 'inventory:part': parts, 'purchases:supplier_part': offers, 'purchases:order': 1 };
  return { kind: 'purchases:order', counts, makes: { ...makes, 'purchases:order_item': lines } };
}

/** Values of a record that a file makes, as it has them; null: none. */
interface Spot {
  readonly file: string;
  readonly kind: string;
  readonly filter: string;
  readonly values: Readonly<Record<string, unknown>>;
}

interface Exported {
  readonly title: string;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Readable keys of references. */
  readonly keys: Readonly<Record<string, unknown>>;
}

describeWithData('files of other programs', 'shared/data', (folder) => {
  let server: ShippedServer;
  let workspace: TestWorkspace;
  let spots: readonly Spot[];
  beforeAll(async () => {
    server = await startShippedServer({});
    workspace = await server.workspace();
    spots = parseLines<Spot>(await readFile(new URL('../fixtures/outside-values.ndjson', import.meta.url), 'utf8'));
  });
  afterAll(() => server.close());

  const client = () => server.as(workspace.owner);

  async function exported<Row>(kind: string, query = ''): Promise<readonly Row[]> {
    const { status, text } = await client().get(`${pathOf({ workspace, kind })}/export?format=ndjson${query}`);
    if (status !== 200) throw new Error(`${kind} ${decodeURIComponent(query)}: ${text}`);
    return parseLines<Row>(text);
  }

  async function countsByKind(): Promise<Readonly<Record<string, number>>> {
    const kinds = await client().get<{ data: readonly { id: string }[] }>(`${workspace.path}/kinds`);
    const counts = await Promise.all(
      kinds.body.data.map(async ({ id: kind }) => {
        const path = `${pathOf({ workspace, kind })}?limit=1&count=exact`;
        return [kind, (await client().get<{ total: number }>(path)).body.total] as const;
      }),
    );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  async function readSpot({ kind, filter, values, file }: Spot) {
    const [record, ...others] = await exported<Exported>(kind, `&filter=${encodeURIComponent(filter)}`);
    const all: Readonly<Record<string, unknown>> = { ...record?.fields, ...record?.keys, tags: record?.tags };
    const read = Object.fromEntries(Object.keys(values).map((name) => [name, all[name] ?? null]));
    return { file, kind, filter, values: read, others: others.length };
  }

  async function take(path: string, { kind, query = {} }: OutsideFile) {
    const file = { name: basename(path), content: await readFile(join(folder, path)) };
    const preview = await previewOf(client(), { workspace, kind, file });
    const own = { ...(preview.key === null ? {} : { key: preview.key }), source: basename(path).split('_')[0] ?? '' };
    const board: Readonly<Record<string, string>> = path.includes('/bom_') ? { assembly: parse(path).name } : {};
    const mapping = JSON.stringify(preview.mapping);
    const all = { mapping, create_missing: CREATE, ...own, ...board, ...query };
    return { file, preview, imported: await importFile(client(), { workspace, kind, file, query: all }) };
  }

  it('are imported as their previews map them, and are in the workspace afterwards', async () => {
    const table: string[] = [];
    const found: Record<string, unknown> = {};
    const texts: { readonly path: string; readonly values: readonly string[]; readonly lost: number }[] = [];
    const read: unknown[] = [];
    let before = await countsByKind();
    for (const [path, outside] of Object.entries(FILES)) {
      const { file, preview, imported } = await take(path, outside);
      table.push(lineOf(path, imported));
      const { rows: all, rejected, skipped, values } = imported.result;
      const after = await countsByKind();
      found[path] = {
        counts: [all, all - rejected - skipped, rejected, skipped],
        makes: difference(before, after),
        values: sumOf(values),
      };
      before = after;
      for (const spot of spots.filter((one) => one.file === path)) read.push(await readSpot(spot));
      if (path.endsWith('.csv') && preview.reader === null)
        texts.push({ path, values: textsOf(file.content, preview), lost: values.read + values.left_out });
    }
    process.stdout.write(`${table.join('\n')}\n`);
    const wanted = await Promise.all(
      Object.entries(FILES).map(async ([path, { counts, makes }]) => {
        const values = countValues(path, await readFile(join(folder, path)));
        return [path, { counts: [...counts, 0].slice(0, 4), makes, values }] as const;
      }),
    );
    expect(found).toEqual(Object.fromEntries(wanted));
    const inOrder = Object.keys(FILES).flatMap((path) => spots.filter(({ file }) => file === path));
    expect(read).toEqual(inOrder.map((spot) => ({ ...spot, others: 0 })));
    const known = await textsOfWorkspace();
    const missing = texts.map(({ values, ...one }) => ({ ...one, missing: values.filter((text) => !known.has(text)) }));
    expect(missing.filter((one) => one.missing.length > one.lost)).toEqual([]);
    expect(texts.flatMap(({ values }) => values).length).toBeGreaterThan(10_000);
  });

  /** Every text of every record that imports write. */
  async function textsOfWorkspace(): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const kind of new Set(Object.values(FILES).flatMap(({ makes }) => Object.keys(makes))))
      for (const record of await exported(kind)) for (const found of textsIn(record)) known.add(found);
    return known;
  }

  it('are all of the data, each with ten values that are looked up', async () => {
    const listed = await Promise.all(
      ['parts', 'scale', 'purchases', 'tasks'].map(async (name) =>
        (await readdir(join(folder, name))).map((file) => `${name}/${file}`),
      ),
    );
    const files = listed.flat().filter((name) => !/SOURCE.md|\.yml$/.test(name));
    expect(files.toSorted()).toEqual(Object.keys(FILES).toSorted());
    const counts = files.map((name) =>
      spots.filter(({ file }) => file === name).reduce((sum, { values }) => sum + Object.keys(values).length, 0),
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(10);
  });
});

function parseLines<Row>(text: string): readonly Row[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
}

function difference(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const made = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(made.filter(([, count]) => count !== 0));
}

/** Fields that hold the texts of cells as they are. */
const TEXTS = /(?:^|\.)(?:name|ipn|mpn|manufacturer|title|sku|serial|lot|value|description|notes)$/;

function textsOf(content: Uint8Array, { mapping }: Pick<Preview, 'mapping'>): readonly string[] {
  const names = Object.keys(mapping).filter((name) => TEXTS.test(mapping[name] ?? ''));
  const cells = rowsOf(content).flatMap((row) => names.map((name) => plainText(row.get(name) ?? '')));
  return cells.filter((text) => text !== '');
}

function lineOf(path: string, { result, rejects }: Imported): string {
  const { rows: all, created, updated, unchanged, skipped, rejected, records, values, warnings, ignored } = result;
  const beside = Object.entries(records).map(([kind, count]) => `${count} ${kind}`);
  return [
    `${path}: ${all} rows, ${created + updated + unchanged} taken (${created} created, ${updated} updated, ${unchanged} unchanged), ${rejected} rejected, ${skipped} skipped`,
    `  values: ${JSON.stringify(values)}`,
    ...(beside.length > 0 ? [`  besides: ${beside.join(', ')}`] : []),
    ...(warnings.count > 0 ? [`  ${warnings.count} warnings: ${JSON.stringify(warnings.first.slice(0, 3))}`] : []),
    ...(ignored.length > 0 ? [`  ignored: ${ignored.join(', ')}`] : []),
    ...(rejects === null
      ? []
      : rejects
          .split('\n')
          .slice(0, 4)
          .map((line) => `  ! ${line.slice(0, 300)}`)),
  ].join('\n');
}
