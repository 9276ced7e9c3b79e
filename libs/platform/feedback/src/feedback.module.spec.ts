import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { validate } from '@cubit/core';
import { feedback } from './feedback.module.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rowOf = (title: string) => readme.split('\n').find((line) => line.startsWith(`| ${title} `)) ?? '';
const named = (title: string) => [...rowOf(title).matchAll(/`([^`]+)`/g)].map(([, name]) => name);

describe('the module feedback', () => {
  const { events = [], scopes = [], settings } = feedback;

  it('is enabled per workspace', () => {
    expect(feedback.always ?? false).toBe(false);
  });

  it('has a README with its events, scope and settings, and no others', () => {
    expect(named('Events')).toEqual(events.map(({ name }) => name));
    expect(named('Scope')).toEqual(scopes.map(({ id }) => id));
    expect(named('Settings')).toEqual(Object.keys(settings?.properties ?? {}));
  });

  it('has valid examples', () => {
    for (const { name, payload, example } of events) expect([name, validate(payload, example)]).toEqual([name, []]);
  });
});
