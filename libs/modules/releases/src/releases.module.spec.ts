import { describe, expect, it } from '@jest/globals';
import { createRegistry } from '@cubit/core';
import { releases } from './releases.module.js';

describe('the scope releases:announce', () => {
  it('is registered, and opens nothing as long as the module has no routes', () => {
    const scope = createRegistry([releases]).scopes.get('releases:announce');

    expect(scope).toMatchObject({ module: 'releases', definition: { workspaceBound: false, operations: [] } });
    expect(releases.routes ?? []).toEqual([]);
  });

  it('belongs to a module that each workspace turns on for itself', () => {
    expect(releases.always ?? false).toBe(false);
  });
});
