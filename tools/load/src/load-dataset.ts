import type { Client } from './client.js';
import type { Dataset, DatasetNode } from './dataset.js';

export interface LoadReport {
  readonly categories: number;
  readonly locations: number;
  readonly parts: number;
  readonly stock: number;
  readonly bom: number;
}

type Progress = (what: string, done: number, total: number) => void;

/** Loads a data set into a workspace with the modules `spaces` and `inventory`, through the public API only. */
export async function loadDataset(client: Client, dataset: Dataset, progress: Progress): Promise<LoadReport> {
  const categories = await loadTree(client, { kind: 'inventory:category', nodes: dataset.categories }, progress);
  const locations = await loadTree(client, { kind: 'spaces:location', nodes: dataset.locations }, progress);
  const parts = dataset.parts.map(({ category, fields, tags = [] }) => ({
    fields: { ...fields, ...(category === undefined ? {} : { category: idOf(categories, category, 'category') }) },
    tags,
  }));
  const partIds = await client.createAll('inventory:part', parts, (done) => progress('parts', done, parts.length));
  const idOfPart = new Map(dataset.parts.map(({ key }, index) => [key, partIds[index] ?? '']));
  const stock = dataset.stock.map(({ part, location, fields }) => ({
    fields: {
      ...fields,
      part: idOf(idOfPart, part, 'part'),
      ...(location === undefined ? {} : { location: idOf(locations, location, 'location') }),
    },
  }));
  const stockIds = await client.createAll('inventory:stock_item', stock, (done) =>
    progress('stock items', done, stock.length),
  );
  const bom = (dataset.bom ?? []).map(({ assembly, component, substitutes = [], fields }) => ({
    fields: {
      ...fields,
      assembly: idOf(idOfPart, assembly, 'part'),
      component: idOf(idOfPart, component, 'part'),
      ...(substitutes.length === 0 ? {} : { substitutes: substitutes.map((key) => idOf(idOfPart, key, 'part')) }),
    },
  }));
  const bomIds = await client.createAll('inventory:bom_line', bom, (done) => progress('bill lines', done, bom.length));
  return {
    categories: categories.size,
    locations: locations.size,
    parts: partIds.length,
    stock: stockIds.length,
    bom: bomIds.length,
  };
}

interface Tree {
  readonly kind: 'inventory:category' | 'spaces:location';
  readonly nodes: readonly DatasetNode[];
}

/** Creates a tree level by level, parents first. */
async function loadTree(
  client: Client,
  { kind, nodes }: Tree,
  progress: Progress,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const byDepth = Map.groupBy(nodes, ({ path }) => path.split('/').length);
  for (const depth of [...byDepth.keys()].sort((a, b) => a - b)) {
    const level = byDepth.get(depth) ?? [];
    const records = level.map(({ path, fields }) => {
      const parts = path.split('/');
      const parent = parts.slice(0, -1).join('/');
      return {
        fields: { ...fields, name: parts.at(-1), ...(parent === '' ? {} : { parent: idOf(ids, parent, kind) }) },
      };
    });
    const made = await client.createAll(kind, records, (done) => progress(kind, ids.size + done, nodes.length));
    level.forEach(({ path }, index) => ids.set(path, made[index] ?? ''));
  }
  return ids;
}

function idOf(ids: ReadonlyMap<string, string>, key: string, what: string): string {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The data set has no ${what} '${key}'.`);
  return id;
}
