import type { UiModule } from '@cubit/web-client';
import type { HomeTile } from '@cubit/web-contract';

/** A part of the home page: records that wait for somebody, what agents ask for, a number, or what happened lately. */
export interface HomeBlock {
  readonly id: string;
  readonly title: string;
  /** The title of its module. */
  readonly of: string;
  readonly tile?: HomeTile;
}

export type TileBlock = HomeBlock & { readonly tile: HomeTile };

export const isTile = (block: HomeBlock): block is TileBlock => block.tile !== undefined;
export const isNumber = (block: HomeBlock): boolean => isTile(block) && block.tile.rows === undefined;

/** How a person has arranged the page. */
export interface Arrangement {
  /** Ids in their order. Parts that it does not name stand where they were declared. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export const AS_DECLARED: Arrangement = { order: [], hidden: [] };

export const LATELY = 'lately';
export const APPROVALS = 'approvals';

export interface BlockSources {
  readonly modules: readonly UiModule[];
  readonly hasKind: (id: string) => boolean;
  /** Whether agents ask for something. Where none does, the part is not there. */
  readonly asked: boolean;
}

/** All parts in the usual order: what waits for somebody, what happened, numbers. */
export function blocksOf({ modules, hasKind, asked }: BlockSources): readonly HomeBlock[] {
  const tiles = modules.flatMap(({ name, title, ui }) =>
    (ui.home ?? [])
      .filter(({ metric }) => hasKind(metric))
      .map((tile) => ({ id: `${name}:${tile.title}`, title: tile.title, of: title, tile })),
  );
  const lately = { id: LATELY, title: 'Lately', of: 'Workspace' };
  const approvals = asked ? [{ id: APPROVALS, title: 'Approvals', of: 'Agents' }] : [];
  return [...approvals, ...tiles.filter((block) => !isNumber(block)), lately, ...tiles.filter(isNumber)];
}

/** The parts in the order of the person. One that they have not placed follows the part that it follows usually. */
export function inOrder(blocks: readonly HomeBlock[], { order }: Arrangement): readonly HomeBlock[] {
  const placed = order.flatMap((id) => blocks.find((block) => block.id === id) ?? []);
  const result = [...new Set(placed)];
  for (const [index, block] of blocks.entries()) {
    if (result.includes(block)) continue;
    const before = blocks[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, block);
  }
  return result;
}

/** The arrangement with a part moved by so many places. */
export function moved(blocks: readonly HomeBlock[], arrangement: Arrangement, [id, by]: readonly [string, number]) {
  const ids = inOrder(blocks, arrangement).map((block) => block.id);
  const from = ids.indexOf(id);
  const to = Math.max(0, Math.min(ids.length - 1, from + by));
  const others = ids.filter((each) => each !== id);
  return { ...arrangement, order: [...others.slice(0, to), id, ...others.slice(to)] };
}

/** The arrangement with a part hidden, or shown again. */
export function withHidden(arrangement: Arrangement, id: string, isHidden: boolean): Arrangement {
  const others = arrangement.hidden.filter((each) => each !== id);
  return { ...arrangement, hidden: isHidden ? [...others, id] : others };
}

/** Neighbours that are drawn together: numbers side by side, or everything else. */
export function groupsOf(blocks: readonly HomeBlock[]): readonly (readonly HomeBlock[])[] {
  const groups: HomeBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.[0] && isNumber(last[0]) === isNumber(block)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}
