import type { Api } from '../data/api.js';
import type { LoadedData } from '../data/load-data.js';
import { partFields } from '../data/part-fields.js';
import type { LoadRequest } from '../load/load.js';
import type { Measured } from '../options.js';
import { deepPage } from './deep-page.js';
import type { Figure, Lane, Target } from './figure.js';
import {
  AD_HOC,
  DEEP_PAGE,
  FIRST_PAGE,
  GROUPS,
  INDEXED,
  OF_CATEGORY,
  PAGE,
  TWO_PLANS,
  type ListCase,
} from './lists.js';

const READ_BAR = 0.7;
const CREATE_BAR = 0.6;
const USE_BAR = 0.6;
/** A page deep in a list costs the same as the first one, apart from noise. */
const SAME_COST_BAR = 0.95;
const LIST_P95_BAR_MS = 30;
const BATCH = 100;
/** A prime, so that consecutive requests do not read neighbouring rows. */
const STRIDE = 7_919;
const CYCLE = 1_000;

/** The figures of the benchmark, on `parts` loaded parts. */
export async function createFigures(api: Api, data: LoadedData, parts: number): Promise<readonly Figure[]> {
  return [...(await readFigures(api, data, parts)), ...writeFigures(data, parts)];
}

async function readFigures(api: Api, data: LoadedData, parts: number): Promise<readonly Figure[]> {
  const { workspacePath, slug, partIds, categoryIds } = data;
  const records = `${workspacePath}/modules/inventory/records/part`;
  const list = (listCase: ListCase, choices: Choices) => listFigure({ records, slug }, listCase, choices);
  const sample = (pick: (fields: ReturnType<typeof partFields>) => string) =>
    Array.from({ length: CYCLE }, (_, index) => [pick(partFields((index * STRIDE) % Math.ceil(parts / 2), ''))]);
  const categories = categoryIds.map((id) => [id]);
  const numbers = sample(({ mpn }) => mpn);
  const deep = await deepPage(api, records);
  const deepList = list({ ...DEEP_PAGE, title: `list 50, sort by title, page ${deep.page}` }, [deep.values]);
  const firstList = list(FIRST_PAGE, [[]]);
  return [
    {
      id: 'read',
      title: 'read one part',
      lane: get('program', under(records, partsAmong(partIds, partIds.length))),
      against: get('limit', under(`/${slug}/read`, partsAmong(partIds, partIds.length))),
      bar: READ_BAR,
      sameRows: true,
    },
    list(
      INDEXED,
      sample(({ name }) => name),
    ),
    list(OF_CATEGORY, categories),
    list(AD_HOC.equality, numbers),
    list(AD_HOC.filterAndSort, numbers),
    list(
      AD_HOC.contains,
      sample(({ mpn }) => mpn.slice(1)),
    ),
    ...[AD_HOC.textSort, AD_HOC.numericSort, AD_HOC.count, AD_HOC.filteredCount].map((listCase) =>
      list(listCase, [[]]),
    ),
    groupsFigure({ records, slug }),
    list(TWO_PLANS, categories),
    firstList,
    deepList,
    {
      id: 'page-cost',
      title: `page ${deep.page} against page 1`,
      lane: deepList.lane,
      against: firstList.lane,
      bar: SAME_COST_BAR,
      sameRows: false,
    },
  ];
}

function writeFigures(
  { workspacePath, slug, partIds, categoryIds, stockedParts }: LoadedData,
  parts: number,
): readonly Figure[] {
  const inventory = `${workspacePath}/modules/inventory`;
  const records = `${inventory}/records/part`;
  // Counts the created records, so that no two are equal.
  let number = parts;
  const fresh = () => {
    number += 1;
    return { fields: partFields(number, categoryIds[number % categoryIds.length] ?? '') };
  };
  const inStock = partsAmong(partIds, stockedParts);
  const usable = () => ({ record: { kind: 'inventory:part', id: inStock() }, input: { qty: 1 } });
  const operations = () => ({ operations: Array.from({ length: BATCH }, () => ({ op: 'create', ...fresh() })) });
  return [
    both('create', 'create one part', {
      program: post(records, fresh),
      limit: post(`/${slug}/create`, fresh),
      bar: CREATE_BAR,
    }),
    both('batch', `create ${BATCH} parts in a batch`, {
      program: post(`${records}/batch`, operations),
      limit: post(`/${slug}/batch`, operations),
      bar: null,
    }),
    both('use', 'use one unit (action)', {
      program: post(`${inventory}/actions/use`, usable),
      limit: post(`/${slug}/use`, usable),
      bar: USE_BAR,
    }),
    both('openapi', 'read the OpenAPI document', {
      program: () => ({ method: 'GET', path: openApiPath(workspacePath) }),
      limit: () => ({ method: 'GET', path: `/${slug}/document` }),
      bar: null,
    }),
  ];
}

function partsAmong(ids: readonly string[], count: number): () => string {
  const next = counter();
  return () => ids[(next() * STRIDE) % count] ?? '';
}

/** Values of a filter, one entry per request. */
type Choices = readonly (readonly string[])[];

interface ListPaths {
  /** Path of the list in the program. */
  readonly records: string;
  /** Workspace, in the paths of the limit server. */
  readonly slug: string;
}

function listFigure({ records, slug }: ListPaths, listCase: ListCase, choices: Choices): Figure {
  return {
    id: listCase.id,
    title: listCase.title,
    lane: get(
      'program',
      chosen(
        choices,
        (values) =>
          `${records}?${new URLSearchParams({ limit: String(listCase.size ?? PAGE), ...listCase.query(values) })}`,
      ),
    ),
    against: get(
      'limit',
      chosen(choices, (values) => `/${slug}/list/${listCase.id}?${ofLimit(listCase, values)}`),
    ),
    bar: listCase.bar,
    sameRows: true,
    ...(listCase.mostConnections === undefined ? {} : { mostConnections: listCase.mostConnections }),
    ...(listCase.bar === null || listCase.mostConnections !== undefined ? {} : { p95BarMs: LIST_P95_BAR_MS }),
  };
}

function groupsFigure({ records, slug }: ListPaths): Figure {
  const { key, summed, ...figure } = GROUPS;
  const query = new URLSearchParams({ group_by: key, measures: `count,sum:${summed}` });
  return {
    ...figure,
    lane: get('program', () => `${records}/aggregate?${query}`),
    against: get('limit', () => `/${slug}/groups`),
    sameRows: true,
  };
}

export function openApiPath(workspacePath: string): string {
  return `${workspacePath}/modules/core-openapi/openapi.json`;
}

function both(
  id: Measured,
  title: string,
  {
    program,
    limit,
    bar,
  }: { readonly program: Lane['next']; readonly limit: Lane['next']; readonly bar: number | null },
): Figure {
  const lane = { target: 'program', next: program } as const;
  return { id, title, lane, against: { target: 'limit', next: limit }, bar, sameRows: false };
}

function get(target: Target, path: () => string): Lane {
  return { target, next: () => ({ method: 'GET', path: path() }) };
}

function under(path: string, id: () => string): () => string {
  return () => `${path}/${id()}`;
}

function post(path: string, body: () => object): () => LoadRequest {
  return () => ({ method: 'POST', path, body: JSON.stringify(body()) });
}

/** Builds all paths once and returns them in turn, because building them is not measured. */
function chosen(choices: Choices, pathOf: (values: readonly string[]) => string): () => string {
  const paths = choices.map(pathOf);
  const next = counter();
  return () => paths[next() % paths.length] ?? '';
}

function ofLimit(listCase: ListCase, values: readonly string[]): URLSearchParams {
  const used = listCase.where.match(/\$\d+/g)?.length ?? 0;
  return new URLSearchParams(values.slice(0, used).map((value): [string, string] => ['v', value]));
}

function counter(): () => number {
  let count = 0;
  return () => (count += 1);
}
