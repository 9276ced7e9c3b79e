import { randomInt } from 'node:crypto';

/** Without vowels, so that no code is a word, and without letters that are mistaken for each other. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 6;

/** A code that a person types from a screen: one of 64 million. */
export function createPairingCode(random: (below: number) => number = randomInt): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(random(LETTERS.length))).join('');
}

/** A code as people type it: in small letters, in groups. */
export function readPairingCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase();
}
