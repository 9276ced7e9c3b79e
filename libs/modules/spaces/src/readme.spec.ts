import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { spaces } from './spaces.module.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const named = (pattern: RegExp) => new Set([...readme.matchAll(pattern)].map(([, name]) => name));

describe('the README of spaces', () => {
  it('names every kind and every event, and no other', () => {
    expect(named(/`(spaces:[a-z_]+)`/g)).toEqual(
      new Set([...(spaces.kinds ?? []), ...(spaces.actions ?? [])].map(({ id }) => id)),
    );
    expect(named(/`(spaces\.[a-z_]+\.[a-z_]+)`/g)).toEqual(new Set((spaces.events ?? []).map(({ name }) => name)));
  });
});
