import { describe, expect, it } from '@jest/globals';
import { eventSubject } from './event-subject.js';

describe('the subject of an event', () => {
  it('is its own title or name, before those of records', () => {
    expect(eventSubject({ projectId: 'a', projectName: 'Lamp', title: 'Solder' })).toBe('Solder');
    expect(eventSubject({ name: 'Bolt' })).toBe('Bolt');
  });

  it('is what the event calls a record whose id it has', () => {
    expect(eventSubject({ partId: 'a', partName: 'Bolt', available: 2 })).toBe('Bolt');
    expect(eventSubject({ trackingNumber: '0034', orderId: 'a', orderNumber: 'PO-0001' })).toBe('PO-0001');
  });

  it('is nothing without a text', () => {
    expect(eventSubject({ partId: 'a', name: '', trackingNumber: '0034' })).toBeUndefined();
  });
});
