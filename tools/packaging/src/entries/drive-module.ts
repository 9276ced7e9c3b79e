import type { ModuleDefinition } from '@cubit/core';
import { arbitraryRequest, type OpenApiDocument, validateAnswer } from '@cubit/testing/requests';
import { openExamples } from '@cubit/testing/sweep';
import fc from 'fast-check';
import type { ModuleTestServer } from '../published/create-test-server.js';

/** More would repeat the same fault. */
const MOST_FAULTS = 10;

/**
 * Sends arbitrary requests, most of them valid, to the routes of a module. Returns the answers that the workspace's document
 * does not describe, and those with a 5xx.
 */
export async function driveModule(
  server: ModuleTestServer,
  { module, count, seed }: { readonly module: ModuleDefinition; readonly count: number; readonly seed: number },
): Promise<readonly string[]> {
  const { client, path, create } = await openExamples(module, server);
  const { body } = await client.get<OpenApiDocument>(`${path}/modules/core-openapi/openapi.json`);
  const own = Object.entries(body.paths).filter(([route]) => route.includes(`/modules/${module.name}/`));
  const document: OpenApiDocument = { ...body, paths: Object.fromEntries(own) };
  const ids = new Map<string, readonly string[]>();
  for (const { id, access } of module.kinds ?? []) if (access !== 'read-only') ids.set(id, [(await create(id)).id]);
  const workspace = path.split('/').at(-1) ?? '';
  const faults: string[] = [];
  for (const request of fc.sample(arbitraryRequest({ document, workspace, ids }), { numRuns: count, seed })) {
    const reply = await client.request(request);
    faults.push(...validateAnswer(document, { ...reply, method: request.method, path: request.path }));
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults;
}
