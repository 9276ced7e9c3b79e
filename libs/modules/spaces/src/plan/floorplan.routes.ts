import { defineModuleRoute, idParam, type ModuleContext, notFound } from '@cubit/core';
import { Type } from 'typebox';
import { checkFloorplan } from '../floorplan/check-floorplan.js';
import {
  MAX_CONTAINERS,
  MAX_DOCUMENT_BYTES,
  MAX_JSON_DEPTH,
  MAX_NESTING,
  MAX_ROOMS,
} from '../floorplan/floorplan-limits.js';
import { floorplanSchema, publishedSchema } from '../floorplan/floorplan-schema.js';
import { assertVersion, entityTag, namesVersion } from './entity-tag.js';
import { warningSchema } from './import-report.js';
import { createPlan, readText, removePlan, replaceDocument, type PlanRecord } from './plan-document.js';
import { plan } from './plan.kind.js';

const params = Type.Object({ id: idParam('The floor plan.') });
const answer = Type.Object({
  id: Type.String({ format: 'uuid' }),
  warnings: Type.Array(warningSchema, { description: 'Warnings about the document, which was accepted.' }),
});
const etag = { ETag: { description: 'Changes with the document.', schema: Type.String() } };
const example = { format: 'service-floorplan/1', rooms: [{ name: 'Workshop', w_mm: 6_000, d_mm: 4_000 }] };
const body = {
  schema: floorplanSchema,
  maxBytes: MAX_DOCUMENT_BYTES,
  maxDepth: MAX_JSON_DEPTH,
  description: `The document. At most ${MAX_ROOMS} rooms and ${MAX_CONTAINERS} containers, nested at most ${MAX_NESTING} deep.`,
  example,
};
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const createFloorplan = defineModuleRoute({
  operationId: 'createFloorplan',
  method: 'POST',
  path: '/floorplans',
  summary: 'Store a floor plan',
  description: 'Stores the document unchanged. It creates no locations; use `spaces:import_plan` for that.',
  body,
  responses: {
    201: {
      description: 'Stored.',
      schema: answer,
      headers: { ...etag, Location: { description: 'URL of the floor plan.', schema: Type.String() } },
    },
  },
  async handler(context, { body: document, bytes }) {
    const { floorplan, warnings } = checkFloorplan(document);
    const { id, version } = await context.transaction((inside) =>
      createPlan(inside, { floorplan, text: utf8.decode(bytes) }),
    );
    const location = `/api/v1/orgs/${context.describe().workspace.slug}/modules/spaces/floorplans/${id}`;
    return { status: 201, body: { id, warnings }, headers: { location, etag: entityTag(version) } };
  },
});

export const replaceFloorplan = defineModuleRoute({
  operationId: 'replaceFloorplan',
  method: 'PUT',
  path: '/floorplans/{id}',
  summary: 'Put another document in the place of a floor plan',
  description:
    'Replaces the document. Locations do not change until the plan is imported again. `If-Match` protects against concurrent changes.',
  params,
  body,
  responses: { 200: { description: 'Replaced.', schema: answer, headers: etag } },
  errors: ['not_found', 'version_conflict'],
  async handler(context, { params: { id }, body: document, bytes, headers }) {
    const { floorplan, warnings } = checkFloorplan(document);
    const { version } = await context.transaction(async (inside) => {
      const known = await lockPlan(inside, id);
      assertVersion(headers.ifMatch, known.version);
      return replaceDocument(inside, known, { floorplan, text: utf8.decode(bytes) });
    });
    return { status: 200, body: { id, warnings }, headers: { etag: entityTag(version) } };
  },
});

export const readFloorplan = defineModuleRoute({
  operationId: 'readFloorplan',
  method: 'GET',
  path: '/floorplans/{id}',
  summary: 'The document of a floor plan, as it was stored',
  params,
  responses: {
    200: { description: 'The document.', schema: floorplanSchema, headers: etag },
    304: { description: 'The document has not changed.' },
  },
  errors: ['not_found'],
  async handler(context, { params: { id }, headers: { ifNoneMatch } }) {
    return context.transaction(async (inside) => {
      const { version } = await inside.records.get(plan, id);
      const headers = { etag: entityTag(version), 'cache-control': 'private, no-cache' };
      if (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, version)) return { status: 304, headers };
      return { status: 200, json: await readText(inside, id), headers };
    });
  },
});

export const deleteFloorplan = defineModuleRoute({
  operationId: 'deleteFloorplan',
  method: 'DELETE',
  path: '/floorplans/{id}',
  summary: 'Delete a floor plan',
  description: 'Deletes the floor plan. Its locations stay.',
  params,
  responses: { 204: { description: 'Deleted.' } },
  errors: ['not_found', 'version_conflict'],
  async handler(context, { params: { id }, headers }) {
    await context.transaction(async (inside) => {
      const { version } = await lockPlan(inside, id);
      assertVersion(headers.ifMatch, version);
      await removePlan(inside, id);
    });
    return { status: 204 };
  },
});

export const readFloorplanSchema = defineModuleRoute({
  operationId: 'readFloorplanSchema',
  method: 'GET',
  path: '/floorplans/schema.json',
  summary: 'The JSON Schema (2020-12) of floor plan documents',
  responses: {
    200: { description: 'The schema.', schema: Type.Object({}), mediaType: 'application/schema+json' },
  },
  async handler() {
    return { status: 200, json: JSON.stringify(publishedSchema), mediaType: 'application/schema+json' };
  },
});

/** Locks the plan, because its pieces are read and written in several statements. */
async function lockPlan({ records }: Pick<ModuleContext, 'records'>, id: string): Promise<PlanRecord> {
  const known = (await records.lock(plan, [id])).get(id);
  if (!known) throw notFound(plan.title[0]);
  return known;
}
