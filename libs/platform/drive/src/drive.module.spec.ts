import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { drive } from './drive.module.js';
import { pageOf, pathPattern } from './tab/path-pattern.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const rowOf = (title: string) => readme.split('\n').find((line) => line.startsWith(`| ${title} `)) ?? '';
const named = (title: string) => [...rowOf(title).matchAll(/`([^`]+)`/g)].map(([, name]) => name);

describe('the module drive', () => {
  it('is enabled per workspace, and off until an administrator allows it', () => {
    expect(drive.always ?? false).toBe(false);
    expect(drive.settings?.properties['allowed']).toMatchObject({ type: 'boolean', default: false });
  });

  it('has a README with its scope and setting, and no others', () => {
    expect(named('Scope')).toEqual(drive.scopes?.map(({ id }) => id));
    expect(named('Setting')).toEqual(Object.keys(drive.settings?.properties ?? {}));
  });

  it('allows the scope the two operations of an agent', () => {
    expect(drive.scopes?.[0]).toMatchObject({
      workspaceBound: false,
      operations: ['listDrivenTabs', 'sendTabCommand'],
    });
  });
});

describe('the path of a tab', () => {
  it('is shown without ids, codes and other texts', () => {
    const id = '0190a6e2-7c1d-7b3a-9f00-000000000001';
    expect(pathPattern(`/w/lab-2/modules/inventory/records/part/${id}`)).toBe(
      '/w/lab-2/modules/inventory/records/part/{id}',
    );
    expect(pathPattern('/w/lab/settings/audit')).toBe('/w/lab/settings/audit');
    expect(pathPattern('/w/lab/c/secret')).toBe('/w/lab/c/{id}');
    expect(pathPattern('/w/lab')).toBe('/w/lab');
  });

  it.each([
    ['/w/lab', '/w/lab'],
    ['/w/lab/wires?open=1', '/w/lab/wires?open=1'],
    ['/w/lab/x/../wires', '/w/lab/wires'],
    ['/w/laboratory', null],
    ['/w/lab/../other', null],
    ['/w/lab/%2e%2e/other', null],
    ['//host/w/lab', null],
    ['/\\host/w/lab', null],
    ['/\t/host/w/lab', null],
    ['https://host/w/lab', null],
    ['javascript:alert(1)', null],
    ['/sign-in', null],
  ])('%j opens %j', (address, page) => {
    expect(pageOf('lab', address)).toBe(page);
  });
});
