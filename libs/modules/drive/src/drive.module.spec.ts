import { describe, expect, it } from '@jest/globals';
import { createRegistry } from '@cubit/core/host';
import { drive } from './drive.module.js';

describe('the scope drive:control', () => {
  it('is registered, and allows no route as long as the module has none', () => {
    const scope = createRegistry([drive]).scopes.get('drive:control');

    expect(scope).toMatchObject({ module: 'drive', definition: { workspaceBound: false, operations: [] } });
    expect(drive.routes ?? []).toEqual([]);
  });

  it('belongs to a module that each workspace enables', () => {
    expect(drive.always ?? false).toBe(false);
  });
});
