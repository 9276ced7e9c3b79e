import { describe, expect, it } from '@jest/globals';
import type { ModuleDescription } from '../project.js';
import type { ModuleUse } from './test-record.js';
import { widePermissions } from './wide-permissions.js';

const use = (access: ModuleUse['access'], what: string, module = 'lab'): ModuleUse => ({ module, access, what });
const faults = (permissions: ModuleDescription['permissions'], ...uses: readonly ModuleUse[]) =>
  widePermissions({ name: 'lab', permissions } as ModuleDescription, {
    actions: {},
    events: [],
    jobs: [],
    transitions: [],
    upgrades: [],
    uses,
  });

describe('permissions', () => {
  it('are the least where specs use all of them', () => {
    const kinds = { 'shop:item': 'read', 'shop:shelf': 'write' } as const;
    const uses = [use('read', 'shop:item'), use('write', 'shop:shelf'), use('invoke', 'shop:take')];
    expect(faults({ kinds, invokes: ['shop:take'] }, ...uses)).toEqual([]);
    expect(faults(null)).toEqual([]);
  });

  it('are too wide where no spec of the module uses them, or not as much', () => {
    const kinds = { 'shop:item': 'read', 'shop:shelf': 'write' } as const;
    expect(
      faults({ kinds, invokes: ['shop:take'] }, use('read', 'shop:shelf'), use('invoke', 'shop:take', 'other')),
    ).toEqual([
      "No spec uses kind 'shop:item': remove it from permissions.kinds, or add a spec.",
      "No spec writes kind 'shop:shelf': 'read' is enough in permissions.kinds, or add a spec.",
      "No spec invokes 'shop:take': remove it from permissions.invokes, or add a spec.",
    ]);
  });

  it('are too wide where there are none and specs use other modules', () => {
    expect(faults(null, use('write', 'shop:shelf'), use('invoke', 'shop:take'), use('read', 'shop:shelf'))).toEqual([
      'The module has no permissions, so it may use everything of other modules: declare those for shop:shelf, shop:take.',
    ]);
  });

  it('include every kind where a spec uses one that they do not name', () => {
    const kinds = { '*': 'read', 'shop:item': 'write' } as const;
    expect(faults({ kinds }, use('write', 'shop:item'), use('read', 'lab2:thing'))).toEqual([]);
    expect(faults({ kinds }, use('write', 'shop:item'))).toEqual([
      "No spec uses kind '*': remove it from permissions.kinds, or add a spec.",
    ]);
  });

  it('name actions one by one', () => {
    expect(faults({ invokes: ['shop:*'] }, use('invoke', 'shop:take'), use('invoke', 'shop:add'))).toEqual([
      "'shop:*' is more than the specs invoke: name shop:take, shop:add in permissions.invokes.",
    ]);
  });

  it('name hosts that specs reach, or a pattern of them', () => {
    const egress = ['api.example.com', '*.print.example', '*.idle.example'];
    expect(faults({ egress }, use('egress', 'eu.print.example'), use('egress', 'print.example'))).toEqual([
      "No spec reaches 'api.example.com': remove it from permissions.egress, or add a spec.",
      "No spec reaches '*.idle.example': remove it from permissions.egress, or add a spec.",
    ]);
  });
});
