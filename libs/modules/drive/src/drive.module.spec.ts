import { describe, expect, it } from '@jest/globals';
import { createRegistry } from '@cubit/core/host';
import { drive } from './drive.module.js';

describe('the scope drive:control', () => {
  it('is registered, and opens nothing as long as the module has no routes', () => {
    const scope = createRegistry([drive]).scopes.get('drive:control');

    expect(scope).toMatchObject({ module: 'drive', definition: { workspaceBound: false, operations: [] } });
    expect(drive.routes ?? []).toEqual([]);
  });

  it('belongs to a module that each workspace turns on for itself', () => {
    expect(drive.always ?? false).toBe(false);
  });
});
