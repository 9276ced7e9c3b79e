import { describe, expect, it } from '@jest/globals';
import { createRegistry } from '@cubit/core';
import { feedback } from './feedback.module.js';

describe('the scope feedback:intake', () => {
  it('is registered, and opens nothing as long as the module has no routes', () => {
    const scope = createRegistry([feedback]).scopes.get('feedback:intake');

    expect(scope).toMatchObject({ module: 'feedback', definition: { workspaceBound: false, operations: [] } });
    expect(feedback.routes ?? []).toEqual([]);
  });

  it('belongs to a module that each workspace turns on for itself', () => {
    expect(feedback.always ?? false).toBe(false);
  });
});
