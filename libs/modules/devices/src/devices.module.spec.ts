import { describe, expect, it } from '@jest/globals';
import { createRegistry } from '@cubit/core';
import { devices } from './devices.module.js';

describe('the scope devices:edge', () => {
  it('is registered, and opens nothing as long as the module has no routes', () => {
    const scope = createRegistry([devices]).scopes.get('devices:edge');

    expect(scope).toMatchObject({ module: 'devices', definition: { workspaceBound: true, operations: [] } });
    expect(devices.routes ?? []).toEqual([]);
  });

  it('belongs to a module that each workspace turns on for itself', () => {
    expect(devices.always ?? false).toBe(false);
  });
});
