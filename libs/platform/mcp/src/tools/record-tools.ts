import { notFound, validationFailed } from '@cubit/core';
import { pascalCase, type RegisteredKind } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { Tool } from '@modelcontextprotocol/server';
import type { AgentCall } from '../call/agent-call.js';
import { RECORD_ID } from './action-schema.js';
import { checkArguments } from './arguments.js';
import { describeKind, listKinds } from './describe-kind.js';
import { TOOL } from './reserved-names.js';
import { auditRun, previewOf } from './run-action.js';
import { type AgentTool, done } from './tool.js';
import type { ToolContext } from './tool-context.js';

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 20;

const kind = { type: 'string', description: '`<module>:<kind>`, such as `inventory:part`.' };
const text = (description: string) => ({ type: 'string', description });
const limit = { type: 'integer', minimum: 1, maximum: MAX_LIMIT };
const object = (properties: NonNullable<Tool['inputSchema']['properties']>, required: readonly string[]) => ({
  type: 'object' as const,
  properties,
  required: [...required],
  additionalProperties: false,
});

type Texts = Readonly<Record<string, string>>;

interface Declared {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ReturnType<typeof object>;
  readonly annotations: object;
  run(call: AgentCall, args: RecordArguments): Promise<unknown>;
}

/** Arguments of any of these tools, after the check against its schema. */
interface RecordArguments {
  readonly kind?: string;
  readonly id?: string;
  readonly limit?: number;
  readonly version?: number;
  readonly preview?: boolean;
  readonly fields?: unknown;
  readonly tags?: readonly string[];
}

/** Reading and writing records, as far as the grant allows. */
export function recordTools(context: ToolContext, call: AgentCall): readonly AgentTool[] {
  const { reads, kinds } = call.grant;
  return [...(reads ? readTools(context) : []), ...(kinds.size > 0 ? writeTools(context) : [])].map(
    ({ run, ...tool }) => ({
      name: tool.name,
      describe: () => tool,
      writes: () => tool.annotations !== READS,
      async run(one, args) {
        checkArguments(tool.inputSchema, args);
        return done(await run(one, args as RecordArguments));
      },
    }),
  );
}

function readTools(context: ToolContext): readonly Declared[] {
  const { routes } = context;
  return [
    {
      name: TOOL.listRecords,
      title: 'List records',
      description:
        'A page of the records of one kind. `filter` is a CEL expression over fields and columns: `quantity < 5 && "smd" in tags`. Use describe_kind for the names of fields.',
      inputSchema: object(
        {
          kind,
          filter: text('CEL.'),
          sort: text('Such as `-created_at,name`.'),
          fields: text('Only these fields, separated by commas.'),
          limit: { ...limit, description: `Default ${DEFAULT_LIMIT}.` },
          cursor: text('`next_cursor` of the page before.'),
        },
        ['kind'],
      ),
      annotations: READS,
      async run(call, { kind: id = '', limit: wanted = DEFAULT_LIMIT, ...query }) {
        const { body } = await routes.call(call, {
          operationId: operation('list', readable(context, call, id)),
          query: { ...(query as Texts), limit: wanted },
        });
        return body;
      },
    },
    {
      name: TOOL.getRecord,
      title: 'Read a record',
      description: 'One record with all its fields.',
      inputSchema: object({ kind, id: RECORD_ID, expand: text('References to expand, separated by commas.') }, [
        'kind',
        'id',
      ]),
      annotations: READS,
      async run(call, { kind: kindId = '', id = '', ...query }) {
        const operationId = operation('get', readable(context, call, kindId));
        return (await routes.call(call, { operationId, params: { id }, query: query as Texts })).body;
      },
    },
    {
      name: TOOL.search,
      title: 'Search records',
      description: 'Finds records of all kinds by words of their titles, texts and tags, the best first.',
      inputSchema: object({ q: text('The words.'), kinds: text('Only these kinds, separated by commas.'), limit }, [
        'q',
      ]),
      annotations: READS,
      async run(call, { limit: wanted = DEFAULT_LIMIT, ...query }) {
        return (await routes.call(call, { operationId: 'search', query: { ...(query as Texts), limit: wanted } })).body;
      },
    },
    {
      name: TOOL.describeKind,
      title: 'Describe a kind',
      description: 'The fields of a kind and its actions; without `kind`, the list of kinds.',
      inputSchema: object({ kind }, []),
      annotations: READS,
      run(call, { kind: id }) {
        if (id === undefined) return Promise.resolve(listKinds(call));
        const found = readable(context, call, id);
        return Promise.resolve(describeKind(call, found));
      },
    },
  ];
}

const writes = (destructive: boolean) => ({
  readOnlyHint: false,
  destructiveHint: destructive,
  idempotentHint: false,
  openWorldHint: false,
});

function writeTools(context: ToolContext): readonly Declared[] {
  const content = {
    fields: { type: 'object', description: 'As describe_kind shows them.' },
    tags: { type: 'array', items: { type: 'string' } },
    preview: { type: 'boolean', description: 'Show changes only.' },
  };
  return [
    {
      name: TOOL.createRecord,
      title: 'Create a record',
      description:
        'Creates a record. For what an action does (receiving stock, starting a job) run the action instead.',
      inputSchema: object({ kind, ...content }, ['kind', 'fields']),
      annotations: writes(false),
      run: (call, { kind: id = '', preview = false, ...body }) =>
        write(context, call, { kind: writable(call, id), verb: 'create', body, preview }),
    },
    {
      name: TOOL.updateRecord,
      title: 'Change a record',
      description:
        'Changes fields of a record: `null` removes one, an absent one is unchanged. The history keeps what was there.',
      inputSchema: object(
        {
          kind,
          id: RECORD_ID,
          version: { type: 'integer', description: 'Refuse if it is not the present one.' },
          ...content,
        },
        ['kind', 'id'],
      ),
      annotations: writes(false),
      run: (call, { kind: kindId = '', id = '', version, preview = false, ...body }) =>
        write(context, call, { kind: writable(call, kindId), verb: 'update', id, version, body, preview }),
    },
  ];
}

interface RecordWrite {
  readonly kind: RegisteredKind;
  readonly verb: 'create' | 'update';
  readonly id?: string;
  readonly version?: number | undefined;
  readonly body: object;
  readonly preview: boolean;
}

async function write(
  { routes }: ToolContext,
  call: AgentCall,
  { kind: written, verb, id, version, body, preview }: RecordWrite,
): Promise<unknown> {
  const tool = verb === 'create' ? TOOL.createRecord : TOOL.updateRecord;
  const record = id === undefined ? null : { kind: written.id, id };
  const answer = await routes.call(call, {
    operationId: operation(verb, written),
    ...(id === undefined ? {} : { params: { id } }),
    ...(version === undefined ? {} : { ifMatch: `"${version}"` }),
    body,
    preview,
    before: (tx: Transaction) => auditRun(call, tx, { id: `${tool} ${written.id}`, record }),
  });
  return preview ? previewOf(answer) : answer.body;
}

function operation(verb: string, { id }: RegisteredKind): string {
  return `${verb}${pascalCase(id)}`;
}

/** A kind of an enabled module. Others are answered alike, installed or not. */
function readable({ host }: ToolContext, { workspace }: AgentCall, id: string): RegisteredKind {
  const found = workspace.schema.kinds.has(id) ? host.services.registry.kinds.get(id) : undefined;
  if (!found) throw notFound(`Kind '${id}'`);
  return found;
}

function writable(call: AgentCall, id: string): RegisteredKind {
  const found = call.grant.kinds.get(id);
  if (found) return found;
  const message = 'Agents cannot write records of this kind here.';
  throw validationFailed([{ path: '/kind', code: 'not_allowed', message }]);
}
