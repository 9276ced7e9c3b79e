import type { TestClient, TestWorkspace } from '@cubit/testing';
import type { Page } from 'playwright-core';
import { type App, PHONE, settled } from './start-app.js';

export interface Reference {
  readonly kind: string;
  readonly id: string;
}

export interface ReadRecord {
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A workspace, its owner at the API and at a page, and records by the ids of their kinds: `inventory:part`. */
export interface Workshop {
  readonly workspace: TestWorkspace;
  readonly client: TestClient;
  readonly page: Page;
  /** Creates a record, and returns its id. */
  create(kind: string, fields: object): Promise<string>;
  /** Runs an action on a record: `projects:comment`. */
  run(action: string, record: Reference, input?: object): Promise<void>;
  /** The records of a kind, by their titles. */
  read(kind: string): Promise<readonly ReadRecord[]>;
  /** The path of a kind, or of a record, at the API. */
  path(kind: string, id?: string): string;
  /** The page of a kind, or of a record. */
  address(kind: string, id?: string): string;
  /** Opens the page of a kind, or of a record, and waits until it is there. */
  open(kind: string, id?: string, as?: Page): Promise<void>;
  /** Opens the home page, and waits until it is there. */
  openHome(as?: Page): Promise<void>;
  /** A page of the owner on a phone. */
  phone(): Promise<Page>;
}

/** Throws what the API refuses. */
export async function openWorkshop(app: App, modules?: readonly string[]): Promise<Workshop> {
  const workspace = await app.server.workspace(modules === undefined ? {} : { modules });
  const client = app.server.as(workspace.owner);
  const page = await app.page({ as: workspace.owner });
  const below = (kind: string, id?: string) =>
    `/modules/${kind.replace(':', '/records/')}${id === undefined ? '' : `/${id}`}`;
  const path = (kind: string, id?: string) => `${workspace.path}${below(kind, id)}`;
  const address = (kind: string, id?: string) => `/w/${workspace.slug}${below(kind, id)}`;
  return {
    ...{ workspace, client, page, path, address },
    async create(kind, fields) {
      const { status, body, text } = await client.post<{ readonly id: string }>(path(kind), { fields });
      if (status !== 201) throw new Error(`Creating a ${kind} was answered with ${status}: ${text}`);
      return body.id;
    },
    async run(action, record, input = {}) {
      const called = `${workspace.path}/modules/${action.replace(':', '/actions/')}`;
      const { status, text } = await client.post(called, { record, input });
      if (status !== 200) throw new Error(`Running ${action} was answered with ${status}: ${text}`);
    },
    async read(kind) {
      const { body } = await client.get<{ readonly data: readonly ReadRecord[] }>(path(kind));
      return body.data.toSorted((a, b) => a.title.localeCompare(b.title));
    },
    async openHome(as = page) {
      await as.goto(`/w/${workspace.slug}`);
      await settled(as);
    },
    phone: () => app.page({ as: workspace.owner, ...PHONE }),
    async open(kind, id, as = page) {
      await as.goto(address(kind, id));
      await settled(as);
    },
  };
}
