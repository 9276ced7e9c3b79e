import type { ModuleDefinition } from '@cubit/core';
import type { Registry } from '@cubit/core/host';
import type { TestClient } from '@cubit/testing/client';
import {
  arbitraryRequest,
  createExamples,
  findOperation,
  type OpenApiDocument,
  validateAnswer,
} from '@cubit/testing/requests';
import fc from 'fast-check';
import type { ModuleTestServer } from '../published/create-test-server.js';

/** More would repeat the same fault. */
const MOST_FAULTS = 10;
/** Requests delete records: after so many, a new workspace is used. */
const REQUESTS_OF_WORKSPACE = 200;

export interface DriveOptions {
  readonly module: ModuleDefinition;
  /** Of the modules that a workspace of the server has enabled. */
  readonly registry: Registry;
  /** Number of requests. */
  readonly count: number;
  readonly seed: number;
}

export interface Drive {
  /** Answers that the workspace's document does not describe, and those with a 5xx. */
  readonly faults: readonly string[];
  readonly statuses: readonly number[];
}

/** Sends arbitrary requests, most of them valid, to the routes of a module. */
export async function driveModule(
  server: ModuleTestServer,
  { module, registry, count, seed }: DriveOptions,
): Promise<Drive> {
  const answers = new Answers(module);
  for (let sent = 0; sent < count && !answers.areEnough; sent += REQUESTS_OF_WORKSPACE) {
    const workspace = await server.workspace();
    const client = server.as(await server.mintToken(workspace.owner));
    const document = await answers.documentOf(client, workspace.path);
    const examples = await createExamples({ registry, workspace, client });
    const ids = new Map(
      [...examples.values()].flatMap(({ kind, id, status }) => (status === 201 ? [[kind, [id]]] : [])),
    );
    const requests = arbitraryRequest({ document, workspace: workspace.slug, ids });
    const numRuns = Math.min(count - sent, REQUESTS_OF_WORKSPACE);
    for (const request of fc.sample(requests, { numRuns, seed: seed + sent })) {
      await answers.send(client, request);
      if (answers.areEnough) break;
    }
  }
  return answers.end();
}

type TestRequest = Parameters<TestClient['request']>[0];

/** As `defineModuleRoute` takes it. */
interface Waiting {
  readonly operationId: string;
  readonly streaming?: boolean;
}

/** What was answered, compared with the document. */
class Answers {
  readonly #faults: string[] = [];
  readonly #statuses: number[] = [];
  readonly #module: string;
  /** Operations that wait for what later requests cause. */
  readonly #waiting: ReadonlySet<string>;
  readonly #open: Promise<void>[] = [];
  #document: OpenApiDocument | undefined;

  constructor({ name, routes = [] }: ModuleDefinition) {
    this.#module = name;
    this.#waiting = new Set(
      (routes as readonly Waiting[]).flatMap((route) => (route.streaming === true ? [route.operationId] : [])),
    );
  }

  get areEnough(): boolean {
    return this.#faults.length >= MOST_FAULTS;
  }

  /** The part for the module. The paths are those of every workspace, and the validators of a document take long to make. */
  async documentOf(client: TestClient, path: string): Promise<OpenApiDocument> {
    if (this.#document) return this.#document;
    const { body } = await client.get<OpenApiDocument>(`${path}/modules/core-openapi/openapi.json`);
    const own = Object.entries(body.paths).filter(([template]) => template.includes(`/modules/${this.#module}/`));
    this.#document = { ...body, paths: Object.fromEntries(own) };
    return this.#document;
  }

  /** Does not wait for a long poll: with nothing to answer, each takes as long as it may. */
  async send(client: TestClient, request: TestRequest): Promise<void> {
    const answered = this.#answer(client, request);
    if (!this.#isWaiting(request)) return answered;
    this.#open.push(answered);
    // Reported at the end.
    answered.catch(() => {});
  }

  async end(): Promise<Drive> {
    await Promise.all(this.#open);
    return { faults: this.#faults, statuses: this.#statuses };
  }

  async #answer(client: TestClient, request: TestRequest): Promise<void> {
    const reply = await client.request(request);
    this.#statuses.push(reply.status);
    const { method, path } = request;
    if (this.#document) this.#faults.push(...validateAnswer(this.#document, { ...reply, method, path }));
  }

  #isWaiting({ method, path }: TestRequest): boolean {
    const found = this.#document && findOperation(this.#document, method, path);
    return found ? this.#waiting.has(found.operation.operationId) : false;
  }
}
