import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { purchases } from './purchases.module.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rowOf = (title: string) => readme.split('\n').find((line) => line.startsWith(`| ${title} `)) ?? '';
const named = (title: string) => [...rowOf(title).matchAll(/`([^`]+)`/g)].map(([, name]) => name);

describe('the README of purchases', () => {
  it('names every kind, action, event, error, setting and default wire, and none that is not', () => {
    expect(named('Kinds')).toEqual(purchases.kinds?.map(({ id }) => id));
    expect(named('Actions')).toEqual(purchases.actions?.map(({ id }) => id));
    expect(named('Events')).toEqual(purchases.events?.map(({ name }) => name));
    expect(named('Errors')).toEqual(Object.keys(purchases.errors?.entries ?? {}));
    expect(named('Settings')).toEqual(Object.keys(purchases.settings?.properties ?? {}));
    expect(named('Default wires')).toEqual(purchases.wires?.map(({ key }) => key));
  });
});
