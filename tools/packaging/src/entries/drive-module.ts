import type { ModuleDefinition } from '@cubit/core';
import { arbitraryRequest, type OpenApiDocument, validateAnswer } from '@cubit/testing/requests';
import fc from 'fast-check';
import { SweepRun } from '../published/sweep-run.js';
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
  const run = await SweepRun.open(server, { module });
  const { body } = await run.client.get<OpenApiDocument>(`${run.path}/modules/core-openapi/openapi.json`);
  const own = Object.entries(body.paths).filter(([path]) => path.includes(`/modules/${module.name}/`));
  const document: OpenApiDocument = { ...body, paths: Object.fromEntries(own) };
  const ids = new Map<string, readonly string[]>();
  for (const { id, access } of module.kinds ?? []) if (access !== 'read-only') ids.set(id, [(await run.create(id)).id]);
  const workspace = run.path.split('/').at(-1) ?? '';
  const faults: string[] = [];
  for (const request of fc.sample(arbitraryRequest({ document, workspace, ids }), { numRuns: count, seed })) {
    const reply = await run.client.request(request);
    faults.push(...validateAnswer(document, { ...reply, method: request.method, path: request.path }));
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults;
}
