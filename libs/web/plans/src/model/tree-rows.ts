import { lengthText } from './lengths.js';
import { levelsOf } from './layout.js';
import { wallLength } from './edit-plan.js';
import {
  type Bin,
  type Container,
  type NodeType,
  type Opening,
  type Plan,
  type Room,
  type Unit,
  type Wall,
} from './plan.js';
import { parentOf, roomPointer } from './pointer.js';

/** An element of the plan as a row of its tree. */
export interface TreeRow {
  /** The pointer of the element, or `level:` and its name. */
  readonly key: string;
  readonly type: NodeType | 'level';
  readonly title: string;
  /** Behind the title. */
  readonly about?: string;
  /** From 1. */
  readonly level: number;
  readonly isOpen: boolean | undefined;
  readonly position: number;
  readonly size: number;
}

/** A node with what is below it, made when it is open. */
interface Branch extends Pick<TreeRow, 'key' | 'type' | 'title' | 'about'> {
  readonly below?: (() => readonly Branch[]) | undefined;
}

const OPENING_TITLES = { door: 'Door', window: 'Window', opening: 'Opening' } as const;

/** The rows of what is open. `toggled`: keys that are not as they are at first, rooms open and all below them closed. */
export function treeRows(plan: Plan, toggled: ReadonlySet<string>, unit: Unit): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (branches: readonly Branch[], level: number) => {
    for (const [index, { below, ...row }] of branches.entries()) {
      const isOpen = below && opensFirst(row.type) !== toggled.has(row.key);
      rows.push({ ...row, level, isOpen, position: index + 1, size: branches.length });
      if (below && isOpen) visit(below(), level + 1);
    }
  };
  const levels = [...levelsOf(plan)];
  const isPlain = levels.length === 1 && levels[0]?.[0] === undefined;
  const branches = levels.flatMap(([name, rooms]): readonly Branch[] => {
    const below = rooms.map(([index, room]) => roomBranch(room, index, unit));
    return isPlain || name === undefined
      ? below
      : [{ key: `level:${name}`, type: 'level', title: name, below: () => below }];
  });
  visit(branches, 1);
  return rows;
}

const opensFirst = (type: TreeRow['type']) => type === 'level' || type === 'room';

/** What has to be open so that an element is in the tree: keys that are toggled but should not be, or the other way round. */
export function toggledToShow(plan: Plan, pointer: string, toggled: ReadonlySet<string>): ReadonlySet<string> {
  const next = new Set(toggled);
  const room = plan.rooms[Number(pointer.split('/')[2])];
  next.delete(`level:${room?.level ?? ''}`);
  for (let parent = parentOf(pointer); parent !== null; parent = parentOf(parent)) {
    if (parentOf(parent) === null) next.delete(parent);
    else next.add(parent);
  }
  const isSame = next.size === toggled.size && [...next].every((key) => toggled.has(key));
  return isSame ? toggled : next;
}

const some = (branches: readonly Branch[], make: () => readonly Branch[]) => (branches.length > 0 ? make : undefined);

function roomBranch(room: Room, index: number, unit: Unit): Branch {
  const key = roomPointer(index);
  const make = (): readonly Branch[] => [
    ...(room.containers ?? []).map((each, at) => containerBranch(each, `${key}/containers/${at}`, unit)),
    ...(room.zones ?? []).map((each, at): Branch => ({ key: `${key}/zones/${at}`, type: 'zone', title: each.name })),
    ...(room.walls ?? []).map((each, at) => wallBranch(each, `${key}/walls/${at}`, unit)),
  ];
  const count = (room.containers?.length ?? 0) + (room.zones?.length ?? 0) + (room.walls?.length ?? 0);
  return { key, type: 'room', title: room.name, below: count > 0 ? make : undefined };
}

function wallBranch(wall: Wall, key: string, unit: Unit): Branch {
  const openings = wall.openings ?? [];
  const branch = ({ kind = 'opening', w_mm }: Opening, at: number): Branch => ({
    ...{ key: `${key}/openings/${at}`, type: 'opening', title: OPENING_TITLES[kind], about: lengthText(w_mm, unit) },
  });
  const about = lengthText(Math.round(wallLength(wall)), unit);
  return {
    key,
    type: 'wall',
    title: 'Wall',
    about,
    below: openings.length > 0 ? () => openings.map(branch) : undefined,
  };
}

function containerBranch({ name, face, containers = [] }: Container, key: string, unit: Unit): Branch {
  const shelves = (face?.shelves ?? []).map((each, at): Branch => {
    const own = `${key}/face/shelves/${at}`;
    const bins = binBranches(each.bins, own);
    const about = lengthText(each.from_bottom_mm, unit);
    return { key: own, type: 'shelf', title: each.name, about, below: some(bins, () => bins) };
  });
  const make = () => [
    ...shelves,
    ...containers.map((each, at) => containerBranch(each, `${key}/containers/${at}`, unit)),
  ];
  return { key, type: 'container', title: name, below: shelves.length + containers.length > 0 ? make : undefined };
}

function binBranches(bins: readonly Bin[] = [], above: string): readonly Branch[] {
  return bins.map((bin, at): Branch => {
    const key = `${above}/bins/${at}`;
    const inner = binBranches(bin.bins, key);
    return { key, type: 'bin', title: bin.name, below: some(inner, () => inner) };
  });
}
