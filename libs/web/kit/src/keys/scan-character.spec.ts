import { expect, it } from '@jest/globals';
import { altCharacter, scanCharacter } from './scan-character.js';

it.each([
  [{ key: 'R' }, 'R'],
  [{ key: '↔' }, '↔'],
  [{ key: '\x1d' }, '\x1d'],
  [{ key: ']', ctrlKey: true }, '\x1d'],
  [{ key: '^', ctrlKey: true }, '\x1e'],
  [{ key: '6', ctrlKey: true }, '\x1e'],
  [{ key: 'D', ctrlKey: true }, '\x04'],
  [{ key: 'F8' }, '\x1d'],
  [{ key: 'F9' }, '\x1e'],
  [{ key: ']', ctrlKey: true, altKey: true }, ']'],
  [{ key: '[', altKey: true }, '['],
  [{ key: 'k', ctrlKey: true }, ''],
  [{ key: 'd', altKey: true }, ''],
  [{ key: ']', metaKey: true }, ''],
  [{ key: 'Backspace' }, ''],
])('of %j in a code is %j', (key, character) => {
  expect(scanCharacter(key, true)).toBe(character);
});

it('of keys that are shortcuts counts inside of a code alone', () => {
  expect([scanCharacter({ key: ']', ctrlKey: true }, false), scanCharacter({ key: 'F8' }, false)]).toEqual(['', '']);
});

it('of a number on the keypad is that of the number', () => {
  expect(['0082', '82', '029', '30', '7', '9999'].map(altCharacter)).toEqual(['R', 'R', '\x1d', '\x1e', '', '']);
});
