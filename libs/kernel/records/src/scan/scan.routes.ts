import { type ScannedCode, readCode } from '@cubit/barcodes';
import { type ErrorDetail, errorOf, fail, notFound } from '@cubit/core';
import {
  appliesToKind,
  type RegisteredAction,
  type RouteDefinition,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { type DatabaseRequest, defineRoute } from '@cubit/database';
import { actionRow, refusalsOf } from '../actions/availability.js';
import { workspaceTransaction } from '../routes/record-route-context.js';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import { invokeAction } from '../transaction/invoke.js';
import { visibleRecord } from '../read/visible-record.js';
import type { KernelServices } from '../workspace/services.js';
import { findScanned, type ScannedRecord } from './find-scanned.js';
import { actedSchema, scanBody, scannedSchema, scanQuery } from './scan-schemas.js';

interface ScanRouteContext {
  readonly services: KernelServices;
  readonly onEvents: () => void;
}

const ABOUT =
  'Takes the code apart (GS1, labels of Mouser, DigiKey and LCSC, article numbers, addresses that end in `/c/{code}`, addresses of records) and finds the records that it names: ' +
  'by a printed code, or by the fields that kinds declare for scanning. A record that a found one belongs to, such as the part of a supplier part, is found with it.';

export function scanRoutes(context: ScanRouteContext): readonly RouteDefinition[] {
  return [findRoute(context), actRoute(context)];
}

function findRoute(context: ScanRouteContext): RouteDefinition {
  return defineRoute({
    operationId: 'scan',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/scan',
    summary: 'Find the records of a scanned code',
    description: `${ABOUT} \`records\` is empty for an unknown code.`,
    tag: 'Scan',
    access: 'viewer',
    params: workspaceParams,
    query: scanQuery,
    responses: { 200: { description: 'What the code says, and its records, the best first.', schema: scannedSchema } },
    errors: ['query_too_costly'],
    async handler(request) {
      const { code, found } = await scan(context, request, request.query.code);
      return { status: 200, body: await present(context, request, { code, found }) };
    },
  });
}

function actRoute(context: ScanRouteContext): RouteDefinition {
  return defineRoute({
    operationId: 'scanAndAct',
    method: 'POST',
    path: '/api/v1/orgs/{workspace}/scan',
    summary: 'Find the record of a scanned code, and run an action on it',
    description:
      `${ABOUT} Without \`action\`, answers as \`GET\`, to viewers too; an action needs the role that it needs at its own route. \`404\` for an unknown code, \`409\` if several records that the action applies to match equally well. ` +
      'An action that takes a `lot` gets `qty`, `lot` and `expires_on` from the code where `input` leaves them out.',
    tag: 'Scan',
    // The role that an action needs is checked where it is run.
    access: 'viewer',
    params: workspaceParams,
    body: { schema: scanBody, example: { code: 'SCR-M3-10', action: 'inventory:use', input: { qty: 4 } } },
    responses: { 200: { description: 'What the code says, its records, and the outcome.', schema: actedSchema } },
    errors: [
      ...[
        'validation_failed',
        'forbidden',
        'not_found',
        'conflict',
        'invalid_transition',
        'insufficient_stock',
        'already_exists',
      ],
      'in_use',
      'query_too_costly',
    ],
    async handler(request) {
      const { action: name, input = {} } = request.body;
      const { code, found } = await scan(context, request, request.body.code);
      if (name === undefined) {
        if (found.length === 0) throw unknownCode();
        return { status: 200, body: { ...(await present(context, request, { code, found })), ...NOTHING_DONE } };
      }
      const action = workspaceOf(request).schema.actions.get(name);
      if (!action) throw unknownAction(name);
      const target = targetOf(action, found);
      const outcome = await act(context, request, { action, target, input: withScanned(action, code, input) });
      return { status: 200, body: { ...(await present(context, request, { code, found: [target] })), ...outcome } };
    },
  });
}

/** What the parts of a scan need of either request. */
type Request = Pick<DatabaseRequest, 'transaction' | 'caller' | 'workspace'>;

const NOTHING_DONE = { action: null, result: null, record: null, events: [] };

interface Scan {
  readonly code: ScannedCode;
  readonly found: readonly ScannedRecord[];
}

async function scan({ services }: ScanRouteContext, request: Request, text: string): Promise<Scan> {
  const code = readCode(text);
  const { registry, database } = services;
  return { code, found: await findScanned({ registry, db: database.db, workspace: workspaceOf(request) }, code) };
}

async function present(context: ScanRouteContext, request: Request, { code, found }: Scan): Promise<object> {
  const { text, format, numbers: _, record: __, ...data } = code;
  const records = await request.transaction(async (tx) => {
    const transaction = workspaceTransaction(context, request, tx);
    const rows: object[] = [];
    for (const one of found) rows.push(await presentRecord(transaction, request, one));
    return rows;
  });
  return { code: text, format, data, records };
}

async function presentRecord(
  transaction: WorkspaceTransaction,
  request: Request,
  { record, matched }: ScannedRecord,
): Promise<object> {
  const { schema, role } = workspaceOf(request);
  const actions = [...schema.actions.values()].filter(({ definition }) => appliesToKind(definition, record.kind));
  const refusals = await refusalsOf(schema, { actions, record }, (work) => work(transaction));
  const { kind, id, title } = record;
  return { kind, id, title, matched, actions: actions.map((one) => actionRow(one, role, refusals.get(one.id))) };
}

/** The only record, among those that match best, to which the action applies. */
function targetOf({ id, definition }: RegisteredAction, found: readonly ScannedRecord[]): ScannedRecord {
  if (found.length === 0) throw unknownCode();
  const candidates = found.filter(({ record }) => appliesToKind(definition, record.kind));
  const best = candidates.filter(({ rank }) => rank === candidates[0]?.rank);
  if (best[0] && best.length === 1) return best[0];
  const several = best.length > 1;
  const details = (several ? best : found).map(({ record }): ErrorDetail => ({
    path: several ? '/code' : '/action',
    code: several ? 'ambiguous' : 'not_applicable',
    message: `${record.kind} ${record.id}: ${record.title}`,
  }));
  const message = several ? 'Several records have the code.' : `'${id}' does not apply to what the code names.`;
  throw fail('conflict', message, { details });
}

interface ScanAction {
  readonly action: RegisteredAction;
  readonly target: ScannedRecord;
  readonly input: Readonly<Record<string, unknown>>;
}

async function act(context: ScanRouteContext, request: Request, { action, target, input }: ScanAction) {
  const { kind, id } = target.record;
  return request.transaction(async (tx) => {
    const transaction = workspaceTransaction(context, request, tx);
    const outcome = await invokeAction(transaction, action.id, { record: { kind, id }, input });
    await transaction.runDeferred();
    const after = outcome.record && (transaction.writer.locked.get(outcome.record.id) ?? outcome.record);
    return {
      action: action.id,
      result: outcome.result,
      record: after && visibleRecord(transaction.workspace.schema, after),
      events: transaction.outbox.emitted,
    };
  });
}

/** Stock that comes in has the quantity, the lot and the expiry of its label. */
function withScanned(
  { definition }: RegisteredAction,
  { quantity: qty, lot, expires_on }: ScannedCode,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { properties } = definition.input;
  if (!Object.hasOwn(properties, 'lot')) return input;
  const scanned = Object.entries({ qty, lot, expires_on }).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(properties, name),
  );
  return { ...Object.fromEntries(scanned), ...input };
}

function unknownCode(): Error {
  return errorOf('not_found', 'Code not found.', {
    details: [{ path: '/code', code: 'not_found', message: 'No record has the code.' }],
  });
}

function unknownAction(name: string): Error {
  const { message } = notFound(`Action '${name}'`);
  return errorOf('not_found', message, { details: [{ path: '/action', code: 'not_found', message }] });
}
