import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rounds, someOf } from '@cubit/testing';
import { axeViolations, type PageOptions, settled, sidewaysParts, smallTargets, ZOOMED } from '@cubit/web-testing';
import type { UiKind } from '@cubit/web-client';
import type { Page } from 'playwright-core';
import { openSweep, type Sweep } from '../fixtures/open-sweep.js';

const SETTINGS = [
  ...['workspace', 'members', 'modules', 'fields', 'tags', 'views', 'preferences', 'calendar'],
  ...['channels', 'integrations', 'displays', 'agents', 'drive', 'jobs', 'audit', 'archive'],
];
const PAGES = [
  ...[
    '/workspaces',
    '/wall',
    '/me',
    '/me/tokens',
    '/me/sessions',
    '/w/sweep',
    '/w/sweep/search?q=screw',
    '/w/sweep/scan',
  ],
  ...[
    '/w/sweep/notifications',
    '/w/sweep/agent-approvals',
    '/w/sweep/activity',
    '/w/sweep/wires',
    '/w/sweep/wires/new',
    '/w/sweep/modules/spaces/floorplans?edit',
  ],
  ...SETTINGS.map((section) => `/w/sweep/settings/${section}`),
];
const WIDE = { width: 1_440, height: 900, theme: 'light' } as const;
const PHONE = { width: 390, height: 844, theme: 'dark', touch: true } as const;
const LOOKS = [WIDE, PHONE, { ...ZOOMED, theme: 'light' }] as const;

const MODULES = ['devices', 'digifab', 'garden', 'inventory', 'projects', 'purchases', 'spaces'];

let sweep: Sweep;
/** One for each look, so that the files of the app are read once. */
const pages = new Map<(typeof LOOKS)[number], Page>();
beforeAll(async () => {
  sweep = await openSweep();
  for (const look of LOOKS) pages.set(look, await sweep.app.page({ as: sweep.owner, ...look }));
});
afterAll(() => sweep.app.close());

/** What is wrong with the page at this size. */
async function faultsOf(
  page: Page,
  look: PageOptions,
  isForm: boolean,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const sideways = await sidewaysParts(page);
  if (look.width === ZOOMED.width) return { sideways };
  const small = look.touch ? await smallTargets(page) : [];
  return { sideways, small, axe: await axeViolations(page, isForm ? '[role="dialog"]' : undefined) };
}

/** The faults of an address, at a width that depends on its place in the list; in a long run, at each width. */
async function sweepOver(address: string, place: number): Promise<readonly object[]> {
  const found: object[] = [];
  const all = [...pages];
  for (const [look, page] of [...all.slice(place % all.length), ...all].slice(0, rounds(all.length))) {
    await page.goto(address);
    await settled(page);
    const isForm = address.endsWith('?new=1');
    if (isForm) await page.getByRole('dialog').locator('form').waitFor();
    const faults = await faultsOf(page, look, isForm);
    if (Object.values(faults).some((list) => list.length > 0)) found.push({ address, width: look.width, ...faults });
  }
  return found;
}

/** The pages of a kind: its list in each layout, a record, a new one, the trash, and the import. */
async function pagesOf(kind: UiKind): Promise<readonly string[]> {
  const list = sweep.list(kind);
  const record = await sweep.firstOf(kind);
  const { board, calendar, cover, parent } = kind.ui;
  const layouts = { board, calendar, gallery: cover, tree: parent };
  return [
    list,
    ...Object.entries(layouts).flatMap(([layout, hint]) => (hint === undefined ? [] : [`${list}?layout=${layout}`])),
    ...(record === undefined ? [] : [`${list}/${record}`]),
    ...(kind.can.create ? [`${list}?new=1`, `${list}/import`] : []),
    `${list}/trash`,
  ];
}

describe('the rules of pages, wide, on a phone, and at a zoom of 400 %', () => {
  it.each(PAGES)('hold on %s', async (address) => {
    expect(await sweepOver(address, PAGES.indexOf(address))).toEqual([]);
  });

  it.each(MODULES)('hold on the pages of kinds of %s', async (module) => {
    const kinds = sweep.kinds.filter((each) => each.module === module);
    const found: object[] = [];
    for (const kind of module === 'garden' ? kinds : someOf(kinds))
      for (const [place, address] of (await pagesOf(kind)).entries()) found.push(...(await sweepOver(address, place)));
    expect(found).toEqual([]);
  });

  it('are asked of every module that has kinds', () => {
    expect([...new Set(sweep.kinds.map(({ module }) => module))].sort()).toEqual(MODULES);
  });
});
