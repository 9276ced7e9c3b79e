import { expect, it } from '@jest/globals';
import { printedCode, readPrintedCode } from './printed-code.js';

it('contains an id as a letter and 26 characters, and is read in any letter case', () => {
  for (const id of ['0192f0c1-2d3e-7000-8000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    const code = printedCode('P', id);
    expect(code).toMatch(/^P-[0-9A-Z]{26}$/);
    for (const text of [
      ` ${code.toLowerCase()} `,
      `https://other.example/cubit/c/${code}`,
      `HTTP://10.0.0.2:3000/C/${code}`,
    ])
      expect(readPrintedCode(text)).toEqual({ letter: 'P', id });
  }
});

it('is not found in other text', () => {
  for (const text of ['', 'P-1', '4006381333931', `P-8${'Z'.repeat(25)}`, `P-0${'U'.repeat(25)}`])
    expect(readPrintedCode(text)).toBeNull();
});
