import { describe, expect, it } from '@jest/globals';
import { SCAN_GAP_MS, ScanDetector } from './scan-detector.js';

/** Types `text` and Enter with `gap` milliseconds between the keys. */
function type(text: string, gap: number, detector = new ScanDetector()): string | undefined {
  return [...text, 'Enter'].map((key, index) => detector.push(key, index * gap)).at(-1);
}

describe('ScanDetector', () => {
  it('takes six characters without a pause, ended by Enter, as a code', () => {
    expect(type('S-01J9', SCAN_GAP_MS)).toBe('S-01J9');
  });

  it('ignores five characters, and what a person types', () => {
    expect(type('S-01J', 5)).toBeUndefined();
    expect(type('S-01J9', SCAN_GAP_MS + 1)).toBeUndefined();
  });

  it('leaves out what was typed before the scan, and Shift', () => {
    const detector = new ScanDetector();
    detector.push('a', -500);

    expect([...['Shift', 'A', 'B', 'C', '1', '2', '3'], 'Enter'].map((key, at) => detector.push(key, at)).at(-1)).toBe(
      'ABC123',
    );
  });
});
