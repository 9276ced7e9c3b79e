import { describe, expect, it } from '@jest/globals';
import { combinationOf, keyLabels } from './key-combination.js';
import { KeyRegistry, SEQUENCE_MS } from './key-registry.js';
import { listedKeys } from './listed-keys.js';

const action = (title: string) => ({ title, run: () => undefined });
const page = { name: 'Page', layer: 0, map: { j: action('Next'), 'g h': action('Home'), 'mod+k': action('Palette') } };
const idle = { at: 0, typing: false };

describe('KeyRegistry', () => {
  it('finds the action of a key', () => {
    const keys = new KeyRegistry();
    keys.add(page);

    expect(keys.press('j', idle)).toMatchObject({ title: 'Next' });
    expect(keys.press('x', idle)).toBeUndefined();
  });

  it('finds the action of a sequence within a second', () => {
    const keys = new KeyRegistry();
    keys.add(page);

    expect(keys.press('g', { at: 0, typing: false })).toBe('prefix');
    expect(keys.press('h', { at: SEQUENCE_MS, typing: false })).toMatchObject({ title: 'Home' });
    expect(keys.press('g', { at: 5_000, typing: false })).toBe('prefix');
    expect(keys.press('h', { at: 5_001 + SEQUENCE_MS, typing: false })).toBeUndefined();
  });

  it('runs what was pressed before the keys were there, once, and nothing of that over a dialog', async () => {
    const keys = new KeyRegistry();
    const ran: string[] = [];
    const run = (title: string) => ({ title, run: () => void ran.push(title) });
    const press = (combination: string) => keys.run({ combination, ...idle });
    press('j');
    const haveCome = keys.expectKeys();
    press('g');
    press('h');
    press('mod+k');
    const close = keys.openLayer(1);
    press('j');
    close();
    haveCome();
    keys.add({ ...page, map: { j: run('Next'), 'g h': run('Home'), 'mod+k': run('Palette') } });
    await Promise.resolve();

    expect(ran).toEqual(['Home', 'Palette']);
    keys.expectKeys()();
    await Promise.resolve();
    expect(ran).toHaveLength(2);
  });

  it('rests while a person types, except for keys that declare otherwise', () => {
    const keys = new KeyRegistry();
    keys.add({ ...page, map: { ...page.map, 'mod+k': { ...action('Palette'), whileTyping: true } } });

    expect(keys.press('j', { at: 0, typing: true })).toBeUndefined();
    expect(keys.press('g', { at: 0, typing: true })).toBeUndefined();
    expect(keys.press('mod+k', { at: 0, typing: true })).toMatchObject({ title: 'Palette' });
  });

  it('runs no single key while they are off', () => {
    const keys = new KeyRegistry();
    keys.setSingleKeys(false);
    keys.add(page);

    expect(keys.press('j', idle)).toBeUndefined();
    expect(keys.press('g', idle)).toBeUndefined();
    expect(keys.press('mod+k', idle)).toMatchObject({ title: 'Palette' });
  });

  it('lets keys of the page rest while a dialog is open', () => {
    const keys = new KeyRegistry();
    keys.add(page);
    const close = keys.openLayer(1);
    keys.add({ name: 'Dialog', layer: 1, map: { enter: action('Save') } });

    expect(keys.press('j', idle)).toBeUndefined();
    expect(listedKeys(keys.active())).toEqual([{ scope: 'Dialog', keys: 'enter', title: 'Save' }]);
    close();
    expect(keys.press('j', idle)).toMatchObject({ title: 'Next' });
  });

  it('lists the keys below a dialog in that dialog, each once, and those that a part of the page handles', () => {
    const keys = new KeyRegistry();
    keys.add(page);
    keys.add({ name: 'List', layer: 0, map: { j: action('Next row') }, local: { enter: 'Open' } });
    keys.openLayer(1);
    keys.add({ name: 'Dialog', layer: 1, map: { enter: action('Save') } });

    expect(listedKeys(keys.active(1))).toEqual([
      { scope: 'List', keys: 'j', title: 'Next row' },
      { scope: 'List', keys: 'enter', title: 'Open' },
      { scope: 'Page', keys: 'g h', title: 'Home' },
      { scope: 'Page', keys: 'mod+k', title: 'Palette' },
    ]);
  });

  it('prefers the scope that was added last, until it is removed', () => {
    const keys = new KeyRegistry();
    keys.add(page);
    const remove = keys.add({ name: 'List', layer: 0, map: { j: action('Next row') } });

    expect(keys.press('j', idle)).toMatchObject({ title: 'Next row' });
    remove();
    expect(keys.press('j', idle)).toMatchObject({ title: 'Next' });
  });
});

describe('combinationOf', () => {
  it('counts shift for letters and named keys, not for signs', () => {
    expect(combinationOf({ key: 'K', ctrlKey: true, shiftKey: true })).toBe('mod+shift+k');
    expect(combinationOf({ key: '?', shiftKey: true })).toBe('?');
    expect(combinationOf({ key: 'Enter', shiftKey: true })).toBe('shift+enter');
    expect(combinationOf({ key: ' ' })).toBe('space');
  });
});

describe('keyLabels', () => {
  it('names the keys as they stand on the keyboard', () => {
    expect(keyLabels('mod+k')).toEqual(['Ctrl', 'K']);
    expect(keyLabels('g h')).toEqual(['G', 'H']);
    expect(keyLabels('mod++')).toEqual(['Ctrl', '+']);
  });
});
