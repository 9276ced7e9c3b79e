import { describe, expect, it } from '@jest/globals';
import type { OpenApiDocument } from './openapi-document.js';
import { type Answer, validateAnswer } from './validate-answer.js';

const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });
const json = (schema: object) => ({ description: 'As said.', content: { 'application/json': { schema } } });
const part = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, within: ref('schemas', 'Part') },
};
const DOCUMENT: OpenApiDocument = {
  paths: {
    '/parts/{id}': {
      get: {
        operationId: 'getPart',
        responses: {
          '200': json(ref('schemas', 'Part')),
          '202': { ...json({}), headers: { Link: { required: true } } },
          '206': json({ type: 'array', items: ref('schemas', 'Part') }),
          '404': ref('responses', 'NotFound'),
        },
      },
    },
  },
  components: {
    schemas: { Part: part },
    responses: { NotFound: json({ type: 'object', properties: { error: { const: 'not_found' } } }) },
  },
};
const answer = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => ({
  ...{ method: 'GET', path: '/parts/7', status, body, headers: { 'content-type': 'application/json' } },
  ...more,
});

describe('validateAnswer', () => {
  it('accepts what the document describes', () => {
    expect(validateAnswer(DOCUMENT, answer(200, { name: 'Screw', within: { name: 'Box' } }))).toEqual([]);
    expect(validateAnswer(DOCUMENT, answer(404, { error: 'not_found' }))).toEqual([]);
  });

  it.each([
    ['a body that its schema refuses', answer(200, {}), /^getPart 200: the body must have required property 'name'/],
    [
      'a part of it',
      answer(200, { name: 'Screw', within: { name: 1 } }),
      /^getPart 200: \/within\/name must be string/,
    ],
    ['a schema beside the components', answer(206, [{}]), /^getPart 206: \/0 must have required property 'name'/],
    ['a response of the components', answer(404, { error: 'gone' }), /^getPart 404: \/error must be equal to constant/],
    ['a missing header', answer(202, []), /^getPart 202: header Link is missing/],
    ['a status that is not in it', answer(201, {}), /^getPart 201 is not documented/],
    ['a failure', answer(500, {}), /^getPart 500: /],
    ['a failure of another system that is not in it', answer(502, {}), /^getPart 502 is not documented/],
    ['another media type', answer(200, 'x', { headers: { 'content-type': 'text/html' } }), /^getPart 200: media type/],
    ['a path that is not in it', answer(200, {}, { path: '/others' }), /^GET \/others is not in the document/],
  ])('names %s', (_, given, fault) => {
    expect(validateAnswer(DOCUMENT, given).join('\n')).toMatch(fault);
  });
});
