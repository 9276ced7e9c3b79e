import type { UiKind } from '@cubit/web-client';
import { describe, expect, it } from '@jest/globals';
import { eventRecords } from './event-records.js';

const kindOf = (id: string) =>
  id.startsWith('off:')
    ? undefined
    : ({ id, title: 'Kind', title_field: id === 'lab:movement' ? null : 'name' } as unknown as UiKind);

const record = (kind: string, id: string, title: string | null = id) => ({ kind, id, title });

function named(records: readonly ReturnType<typeof record>[], payload = {}, name = 'lab.part.changed') {
  return eventRecords({ name, payload, records }, kindOf).map(({ title, gone }) => (gone ? `${title} (gone)` : title));
}

describe('the records of an event', () => {
  it('are those that it names, up to three', () => {
    const records = ['Bolt', 'Shelf', 'Box', 'Rack'].map((id) => record('lab:thing', id));
    expect(named(records)).toEqual(['Bolt', 'Shelf', 'Box']);
  });

  it('leave out those without a name of their own where others have one', () => {
    expect(named([record('lab:movement', 'Used 1'), record('lab:part', 'Bolt')])).toEqual(['Bolt']);
    expect(named([record('lab:movement', 'Used 1'), record('lab:movement', 'Used 2')])).toEqual(['Used 1']);
  });

  it('begin with the one whose event it is, whatever its name', () => {
    const records = [record('lab:movement', 'MV-1'), record('lab:part', 'Bolt')];
    expect(named(records, {}, 'lab.movement.created')).toEqual(['MV-1', 'Bolt']);
    const nameless = [record('lab:movement', 'm', 'Kind'), record('lab:part', 'Bolt')];
    expect(named(nameless, {}, 'lab.movement.created')).toEqual(['Bolt']);
  });

  it('are each said once, and not of kinds that the workspace does not have', () => {
    const line = record('lab:line', 'line', 'Bolt');
    expect(named([record('lab:part', 'Bolt'), record('lab:part', 'Bolt'), line, record('off:thing', 'Thing')])).toEqual(
      ['Bolt'],
    );
  });

  it('begin with the name of what is no record', () => {
    const named = (records: readonly ReturnType<typeof record>[]) =>
      eventRecords({ name: 'off.file.uploaded', payload: { fileId: 'f', name: 'bracket.stl' }, records }, kindOf);
    const titles = (records: readonly ReturnType<typeof record>[]) => named(records).map(({ title }) => title);
    expect(titles([])).toEqual(['bracket.stl']);
    expect(titles([record('lab:part', 'Bolt')])).toEqual(['bracket.stl', 'Bolt']);
    expect(titles([record('lab:part', 'bracket.stl')])).toEqual(['bracket.stl']);
    expect(titles([record('lab:part', 'p', null)])).toEqual(['bracket.stl']);
  });

  it('keep the name that the event has for one that does not exist any more', () => {
    const records = [record('lab:part', 'p', null), record('lab:place', 'l', null)];
    expect(named(records, { partId: 'p', partName: 'Bolt' })).toEqual(['Bolt (gone)', 'Kind (gone)']);
  });
});
