import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeWithData } from '@cubit/testing';
import addFormats from 'ajv-formats';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { describeWorkshop } from '../../fixtures/workshop.js';
import { buildDocument } from './build-document.js';

/**
 * The standard's own `schema-base` applied to a schema inside a document, because the validator in use cannot
 * follow its dynamic reference.
 */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

describeWithData('the official schema of OpenAPI 3.1', 'shared/corpora/openapi-3.1', (folder) => {
  const judge = () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('media-range', true);
    const text = readFileSync(join(folder, 'schema.json'), 'utf8');
    const resolved = (_key: string, value: unknown) =>
      (value as AnySchemaObject | null)?.['$dynamicRef'] === '#meta' ? { $ref: DIALECT } : value;
    return ajv.compile(JSON.parse(text, resolved) as AnySchemaObject);
  };

  it('accepts the document and every schema in it', () => {
    const validate = judge();

    expect(validate(buildDocument(describeWorkshop())) ? [] : validate.errors).toEqual([]);
  });

  it('refuses an operation whose answers have no description, and a schema of an older draft', () => {
    const answers = structuredClone(buildDocument(describeWorkshop())) as { paths: Record<string, unknown> };
    const tuple = structuredClone(buildDocument(describeWorkshop())) as {
      components: { schemas: Record<string, unknown> };
    };
    answers.paths['/api/v1/nothing'] = { get: { responses: { 200: {} } } };
    tuple.components.schemas['Pair'] = { type: 'array', items: [{ type: 'string' }] };

    expect([judge()(answers), judge()(tuple)]).toEqual([false, false]);
  });
});
