import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { acceptCheck } from './accept.js';

const schema = Type.Object({});
const json = acceptCheck({ responses: { 200: { description: 'Done.', schema } } });
const problem = acceptCheck({
  responses: { 200: { description: 'Done.', schema, mediaType: 'application/schema+json' } },
});
const accepts = (check: typeof json, header: string | undefined) => {
  try {
    check(header);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'not_acceptable', status: 406 });
    return false;
  }
};

describe('Accept of a route that answers JSON', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/*',
    'text/html, application/xhtml+xml, */*;q=0.8',
    'text/html;q=0, application/json;q=0.1',
    'application/json, */*;q=0',
    'json',
  ])('is satisfied by %p', (header) => expect(accepts(json, header)).toBe(true));

  it.each([
    'text/html',
    'application/xml, text/*',
    'application/merge-patch+json',
    'application/json;q=0',
    'application/json;q=0, */*',
    '*/*;q=0',
  ])('is not satisfied by %p', (header) => expect(accepts(json, header)).toBe(false));

  it('is compared with the type of the route', () => {
    expect(accepts(problem, 'application/schema+json')).toBe(true);
    expect(accepts(problem, 'application/json, text/html')).toBe(false);
  });
});

describe('Accept of any other route', () => {
  it.each([
    ['without a body', { 204: { description: 'Done.' } }],
    ['with an event stream', { 200: { description: 'Events.', schema, mediaType: 'text/event-stream' } }],
    [
      'with another form beside JSON',
      { 200: { description: 'Rows.', schema, otherMediaTypes: { 'text/csv': schema } } },
    ],
  ])('is always satisfied: one %s', (_name, responses) => {
    expect(accepts(acceptCheck({ responses }), 'image/png')).toBe(true);
  });
});
