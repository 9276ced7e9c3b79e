import { describe, expect, it } from '@jest/globals';
import { Api, ChangedSince, type CubitRecord, type UiField, type UiKind } from '@cubit/web-client';
import { changeFields, type FieldChange, inverseOf, plain, restoreVersion } from './change-fields.js';

const PATH = '/orgs/shop/modules/inventory/records/part/1';

function recordOf(version: number, fields: CubitRecord['fields'], tags: readonly string[] = []): CubitRecord {
  return {
    ...{ id: '1', kind: 'inventory:part', title: 'Nut', version, fields, tags },
    ...{ created_at: '', updated_at: '', created_by: null, deleted_at: null },
  };
}

/** A server that has one record at a version, and answers what it was asked. */
function serverWith(now: CubitRecord) {
  let record = now;
  const asked: string[] = [];
  const send = (_: unknown, init?: RequestInit): Promise<Response> => {
    const { method = 'GET', body } = init ?? {};
    const match = new Headers(init?.headers).get('if-match');
    asked.push([method, ...(match === null ? [] : [match])].join(' '));
    if (method === 'GET') return Promise.resolve(Response.json(record));
    if (match !== `"${record.version}"`) {
      const error = { code: 'version_conflict', message: 'It has a new version.' };
      return Promise.resolve(Response.json({ error }, { status: 412 }));
    }
    const { fields = {}, tags = record.tags } = JSON.parse(typeof body === 'string' ? body : '{}') as FieldChange;
    record = { ...record, version: record.version + 1, fields: { ...record.fields, ...fields }, tags };
    return Promise.resolve(Response.json(record));
  };
  return { api: new Api(send), asked, current: () => record };
}

const fieldOf = (name: string, readOnly: boolean): UiField => ({
  ...{ name, title: name, description: null, type: 'decimal', schema: {}, ui: {} },
  ...{ required: false, read_only: readOnly, fixed: false, sortable: true, custom: false },
});
const KIND: UiKind = {
  ...{ id: 'inventory:part', module: 'inventory', name: 'part', title: 'Part', plural: 'Parts', description: null },
  ...{ title_field: null, search: [], lifecycle: null, actions: [], ui: {} },
  can: { create: true, update: true, delete: true },
  fields: [fieldOf('min', false), fieldOf('total', true)],
};
const options = { path: PATH, kind: undefined };

describe('a change of fields', () => {
  it('names the version that the person saw', async () => {
    const before = recordOf(3, { min: 5 });
    const { api, asked } = serverWith(before);
    const after = await changeFields(api, { ...options, before, change: { fields: { min: 7 } } });
    expect(after).toMatchObject({ version: 4, fields: { min: 7 } });
    expect(asked).toEqual(['PATCH "3"']);
  });

  it('is made on top of what others changed of other fields', async () => {
    const { api, asked, current } = serverWith(recordOf(4, { min: 5, ipn: 'N-1' }));
    await changeFields(api, { ...options, before: recordOf(3, { min: 5 }), change: { fields: { min: 7 } } });
    expect(current().fields).toEqual({ min: 7, ipn: 'N-1' });
    expect(asked).toEqual(['PATCH "3"', 'GET', 'PATCH "4"']);
  });

  it.each<readonly [string, FieldChange]>([
    ['field', { fields: { min: 7 } }],
    ['tag', { tags: ['b'] }],
  ])('is not made where others gave the same %s another value', async (_, change) => {
    const now = recordOf(4, { min: 9 }, ['c']);
    const { api, current } = serverWith(now);
    const changing = changeFields(api, { ...options, before: recordOf(3, { min: 5 }, ['a']), change });
    await expect(changing).rejects.toThrow(ChangedSince);
    expect(current()).toEqual(now);
  });

  it('is no conflict where others gave the same value', async () => {
    const { api, current } = serverWith(recordOf(4, { min: 7 }));
    await changeFields(api, { ...options, before: recordOf(3, { min: 5 }), change: { fields: { min: 7 } } });
    expect(current().fields).toEqual({ min: 7 });
  });
});

describe('a restored version', () => {
  it('is refused where others changed a field or the tags since', async () => {
    const before = recordOf(3, { min: 5 });
    for (const now of [recordOf(4, { min: 9 }), recordOf(4, { min: 5 }, ['new'])]) {
      const { api } = serverWith(now);
      await expect(restoreVersion(api, { ...options, before, version: 1 })).rejects.toThrow(ChangedSince);
    }
  });

  it('is made where only computed fields have changed', async () => {
    const { api, asked } = serverWith(recordOf(4, { min: 5, total: 8 }));
    await restoreVersion(api, { path: PATH, kind: KIND, before: recordOf(3, { min: 5, total: 1 }), version: 1 });
    expect(asked).toEqual(['POST "3"', 'GET', 'POST "4"']);
  });
});

describe('the inverse of a change', () => {
  it('sets the fields and tags of the change to what they were', () => {
    const before = recordOf(3, { min: 5, ipn: 'N-1' }, ['a']);
    const after = recordOf(4, { min: 7, ipn: 'N-2' }, ['b']);
    expect(inverseOf({ fields: { min: 7 } }, { before, after })).toEqual({ fields: { min: 5 } });
    expect(inverseOf({ tags: ['b'] }, { before, after })).toEqual({ fields: {}, tags: ['a'] });
  });

  it('removes what the change added to an object, and empties what it filled', () => {
    const before = recordOf(3, { size: { w: 1 }, supplier: null });
    const after = recordOf(4, { size: { w: 1, h: 2 }, supplier: recordOf(1, {}) });
    expect(inverseOf({ fields: { size: {}, supplier: '1' } }, { before, after })).toEqual({
      fields: { size: { w: 1, h: null }, supplier: null },
    });
  });
});

describe('a value as it is sent', () => {
  it('has ids in place of records', () => {
    const supplier = recordOf(1, {});
    expect(plain(supplier)).toBe('1');
    expect(plain([supplier, 'x'])).toEqual(['1', 'x']);
    expect(plain(undefined)).toBeNull();
  });
});
