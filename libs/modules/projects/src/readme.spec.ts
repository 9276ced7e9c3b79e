import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { projects } from './projects.module.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rowOf = (title: string) => readme.split('\n').find((line) => line.startsWith(`| ${title} `)) ?? '';
const named = (title: string) => [...rowOf(title).matchAll(/`([^`]+)`/g)].map(([, name]) => name);

describe('the README of projects', () => {
  it('names every error, setting, default wire and route, and no other', () => {
    expect(named('Errors')).toEqual(Object.keys(projects.errors?.entries ?? {}));
    expect(named('Settings')).toEqual(Object.keys(projects.settings?.properties ?? {}));
    expect(named('Default wires')).toEqual(projects.wires?.map(({ key }) => key));
    expect(named('Routes')).toEqual(projects.routes?.map(({ method, path }) => `${method} ${path}`));
  });
});
