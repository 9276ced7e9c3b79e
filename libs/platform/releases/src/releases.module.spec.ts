import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { validate } from '@cubit/core';
import { releases } from './releases.module.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rowOf = (title: string) => readme.split('\n').find((line) => line.startsWith(`| ${title} `)) ?? '';
const named = (title: string) => [...rowOf(title).matchAll(/`([^`]+)`/g)].map(([, name]) => name);

describe('the module releases', () => {
  const { events = [], scopes = [] } = releases;

  it('is enabled per workspace', () => {
    expect(releases.always ?? false).toBe(false);
  });

  it('has a README with its events and scope, and no others', () => {
    expect(named('Events')).toEqual(events.map(({ name }) => name));
    expect(named('Scope')).toEqual(scopes.map(({ id }) => id));
  });

  it('has valid examples', () => {
    for (const { name, payload, example } of events) expect([name, validate(payload, example)]).toEqual([name, []]);
  });
});
