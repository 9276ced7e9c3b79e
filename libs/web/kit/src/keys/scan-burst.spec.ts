import { describe, expect, it } from '@jest/globals';
import { SCAN_GAP_MS, ScanBurst } from './scan-burst.js';

interface Typed {
  readonly gap: number;
  readonly inField?: boolean;
  readonly shortcuts?: string;
}

/** Types `text` with `gap` milliseconds between the keys: what is a code when Enter follows. */
function type(text: string, { gap, inField = false, shortcuts = '' }: Typed): string | null {
  let burst = new ScanBurst();
  [...text].forEach((key, index) => {
    if (!burst.isOpen(index * gap)) burst = new ScanBurst();
    burst.inField = inField;
    burst.add(key, { at: index * gap, isShortcut: shortcuts.includes(key) });
  });
  return burst.isCodeUntil(text.length * gap) ? burst.text : null;
}

describe('keys outside of fields', () => {
  it('are a code from three characters on, with the pauses of scanners', () => {
    for (const code of ['R10', '7/8', '[)>\x1e06\x1d1PX', 'http://localhost:3000/c/P-0'])
      for (const gap of [2, 100, SCAN_GAP_MS]) expect(type(code, { gap })).toBe(code);
  });

  it('are those of a person where they are fewer, slower, or all do something', () => {
    expect(type('R1', { gap: 2 })).toBeNull();
    expect(type('R-10', { gap: SCAN_GAP_MS + 1 })).toBeNull();
    expect(type('jjkx', { gap: 2, shortcuts: 'jkx' })).toBeNull();
  });

  it('are one code also with a longer pause, where no person types', () => {
    const burst = new ScanBurst();
    [...'R10'].forEach((key, index) => burst.add(key, { at: index, isShortcut: false }));
    expect([burst.isOpen(SCAN_GAP_MS + 50), burst.isOpen(1_000)]).toEqual([true, false]);
  });
});

describe('keys without Enter', () => {
  it.each([
    [10, true],
    [100, false],
  ])('are a code at the speed of a machine alone: %i ms', (gap, isCode) => {
    const burst = new ScanBurst();
    [...'R-10'].forEach((key, index) => burst.add(key, { at: index * gap, isShortcut: false }));
    expect(burst.isCodeAlone).toBe(isCode);
  });
});

describe('keys in a field', () => {
  it.each([
    ['https://other.example/c/P-01J8Z3X4Y5A6B7C8D9E0F1G2H3'],
    ['[)>^06]1PCRG-0805]Q5'],
    ['(01)04006381333931(10)L7'],
    ['4006381333931'],
    ['SCR-M3-10'],
    ['R10'],
  ])('are a code that comes at the speed of a scanner: %s', (code) => {
    expect(type(code, { gap: 20, inField: true })).toBe(code);
    expect(type(code, { gap: 100, inField: true })).toBeNull();
  });

  it.each([['Hex bolt'], ['on_hand < 5'], ['steel'], ['12.50'], ['20261231'], ['OK!'], ['M3 x 8']])(
    'stay what was typed where they have no form of a code: %s',
    (text) => {
      expect(type(text, { gap: 2, inField: true })).toBeNull();
    },
  );
});
