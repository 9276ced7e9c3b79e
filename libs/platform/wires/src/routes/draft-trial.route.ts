import { defineRoute } from '@cubit/database';
import { type ErrorDetail, notFound, validationFailed } from '@cubit/core';
import { callerOf, type RouteDefinition, type WorkspaceAccess, workspaceOf, workspaceParams } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import { missingEvent, type WireCatalog } from '../definition/blocked-by.js';
import {
  checkCondition,
  type CheckedExpressions,
  type CheckedWire,
  checkWire,
  faultsOf,
} from '../definition/check-wire.js';
import type { WireDraft } from '../definition/wire-draft.js';
import { wireScope } from '../definition/wire-scope.js';
import { knownKind } from '../run/find-target.js';
import type { LoadedEvent } from '../run/loaded-run.js';
import { NOT_EVALUATED, type TrialOutcome, tryCondition, tryWire } from '../run/try-wire.js';
import { type WireDatabase, wiresIn } from '../tables/schema.js';
import { chosenEvent, exampleOf, latestEvents } from './trial-events.js';
import { draftTrialBody, draftTrialSchema } from './trial-schemas.js';
import { readLoopWarnings, roleFaults } from './validate-wire.js';
import { creatorGone, type WireRouteOptions } from './wire-route-options.js';
import { TAG } from './wire-schemas.js';

/** Runs a wire that is not saved, in transactions that are rolled back. */
export function draftTrialRoute({ host }: WireRouteOptions): RouteDefinition {
  const { services } = host;
  return defineRoute({
    operationId: 'testNewWire',
    method: 'POST',
    path: '/api/v1/orgs/{workspace}/wire-tests',
    summary: 'Test a wire that is not saved',
    description:
      'Checks the wire as its creation does; `faults` lists what that would refuse. Evaluates condition, record and input for an event, runs ' +
      'the action in your name, and rolls back: nothing is written. While the wire has faults, only a valid condition is evaluated. Members ' +
      'that were not evaluated are null.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: {
      schema: draftTrialBody,
      example: {
        event: 'inventory.stock.low',
        condition: 'event.payload.shortfall > 0',
        action: 'purchases:draft_from_low',
        input: { part: '${event.payload.partId}', qty: '${event.payload.shortfall}' },
        recent: 10,
      },
    },
    responses: { 200: { description: 'The result of the test.', schema: draftTrialSchema } },
    errors: ['not_found', 'forbidden', 'validation_failed'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const db = wiresIn(services.database.db);
      const { sample, recent = 0, replaces, ...members } = request.body;
      const draft = { condition: null, record: null, input: {}, ...members };
      const { scope, checked, faults } = checkDraft(draft, workspace, { schema: workspace.schema, ...services });
      const owner = replaces === undefined ? callerOf(request).user.id : await ownerOf(db, workspace, replaces);
      const access = replaces === undefined ? workspace : await host.accessOf(workspace.id, owner);
      if (!access) throw creatorGone();
      const of = { workspace, event: scope.event };
      const latest = await latestEvents(db, of, Math.max(recent, 1));
      const used = sample === undefined ? latest[0] : await chosenEvent(db, of, { id: sample, path: '/sample' });
      const event = used ?? exampleOf(scope, workspace.id, services.now());
      const trial = { host, checked, owner, workspace: access, wireId: replaces ?? services.newId() };
      const outcome = await tryOn(trial, event);
      const earlier = [];
      // The action of many targets would run a thousand times.
      for (const one of checked ? latest.slice(0, recent) : [])
        earlier.push(recentBody(one, await tryOn(trial, one, 1)));
      const { action } = draft;
      const edge = action === undefined ? null : { id: trial.wireId, event: draft.event, action, enabled: true };
      return {
        status: 200,
        body: {
          faults: [...faults],
          event_id: used?.id ?? null,
          occurred_at: event.occurred_at.toISOString(),
          ...outcome,
          target_kind: checked && 'action' in checked ? knownKind(checked) : null,
          recent: earlier,
          warnings: edge ? await readLoopWarnings(db, edge, workspace) : [],
        },
      };
    },
  });
}

interface CheckedDraft {
  readonly scope: CheckedExpressions['scope'];
  /** The wire, or its condition while the rest has faults; null if the condition has one. */
  readonly checked: CheckedWire | CheckedExpressions | null;
  readonly faults: readonly ErrorDetail[];
}

type Draft = Omit<WireDraft, 'action'> & { readonly action?: string };

/** Throws `422` if the workspace does not have the event. */
function checkDraft({ action, ...draft }: Draft, workspace: WorkspaceAccess, catalog: WireCatalog): CheckedDraft {
  const { schema } = catalog;
  const event = schema.events.get(draft.event);
  if (!event) throw validationFailed(faultsOf('/event', missingEvent(draft.event, catalog)));
  const scope = wireScope(schema, event);
  const condition = checkCondition(draft.condition, scope);
  if (action === undefined) return { scope, ...condition };
  const { checked, faults } = checkWire({ ...draft, action }, catalog);
  if (!checked) return { scope, checked: condition.checked, faults };
  const refused = roleFaults(checked, workspace);
  return { scope, checked: refused.length > 0 ? condition.checked : checked, faults: refused };
}

async function ownerOf(db: WireDatabase, workspace: Pick<WorkspaceAccess, 'id'>, wire: string): Promise<string> {
  const row = await db
    .selectFrom('wire')
    .select('created_by')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', wire)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('Wire');
  return row.created_by;
}

interface DraftTrial {
  readonly host: CapabilityHost;
  readonly checked: CheckedDraft['checked'];
  readonly wireId: string;
  readonly owner: string;
  readonly workspace: WorkspaceAccess;
}

async function tryOn(
  { host, checked, ...trial }: DraftTrial,
  event: LoadedEvent,
  maxTargets?: number,
): Promise<TrialOutcome> {
  if (!checked) return NOT_EVALUATED;
  if (!('action' in checked)) return tryCondition(host, { ...trial, event, checked });
  return tryWire(host, { ...trial, event, checked, ...(maxTargets === undefined ? {} : { maxTargets }) });
}

function recentBody({ id, occurred_at }: LoadedEvent, { condition, records, error }: TrialOutcome) {
  return { event_id: id, occurred_at: occurred_at.toISOString(), condition, records, error };
}
