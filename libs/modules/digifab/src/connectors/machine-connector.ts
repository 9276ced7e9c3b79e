import { defineConnector, Field, type InboundHit, type ModuleContext, readPayload, sameSecret } from '@cubit/core';
import { Type, type Static, type TSchema } from 'typebox';
import { jobEvents } from '../events/job-events.js';
import { machineEvents } from '../events/machine-events.js';
import { printEvents } from '../events/print-events.js';
import { jobRecord } from '../job/job.fields.js';
import { machineRecord } from '../machine/machine.fields.js';
import { reportInput } from '../report/report-input.js';
import type { IgnoredScore } from '../failure/watch-score.js';
import type { IgnoredReport } from '../report/report.action.js';
import type { MachineSignal, Reading } from './machine-signal.js';

interface ReportResult {
  readonly ignored?: IgnoredReport;
}
interface ScoreResult {
  readonly suspected: boolean;
  readonly ignored?: IgnoredScore;
}

const SECRET_HEADER = 'x-webhook-secret';
const config = Type.Object(
  { machine: Field.ref('digifab:machine', { description: 'The machine that this host controls.' }) },
  { additionalProperties: false },
);

interface MachineHost<Id extends string, Payload extends TSchema> {
  readonly id: Id;
  readonly title: string;
  readonly description: string;
  readonly payload: Payload;
  /** Member of the body in which the host sends the secret. */
  readonly secretMember?: string;
  /** The event type, in the words of the host. */
  typeOf?(payload: Static<Payload>): string | null;
  read(payload: Static<Payload>, now: Date): Reading;
}

/** Defines the connector of a machine host. A pure function reads its payload, which is then passed to `digifab:report`. */
export function machineConnector<const Id extends string, Payload extends TSchema>(host: MachineHost<Id, Payload>) {
  return defineConnector({
    id: host.id,
    title: host.title,
    description: `${host.description} A secret is optional. If the integration has one, requests must send it in the header X-Webhook-Secret${host.secretMember === undefined ? '' : `, or in the member \`${host.secretMember}\` of the body`}.`,
    config,
    secret: 'optional',
    events: [...machineEvents, ...printEvents, ...jobEvents],
    verify({ headers, payload, secret }) {
      if (secret === null) return true;
      const given = headers[SECRET_HEADER] ?? memberOf(payload, host.secretMember);
      if (typeof given !== 'string') return 'The secret is missing.';
      return sameSecret(secret, given) || 'The secret does not match that of the integration.';
    },
    translate({ payload, now }: InboundHit<typeof config>) {
      const read = readPayload(host.payload, payload);
      const reading = host.read(read, now);
      if (typeof reading === 'string') return { ignored: reading };
      const type = host.typeOf?.(read) ?? null;
      return { deliveryId: null, type, body: withoutMember(payload, host.secretMember), signal: reading };
    },
    async receive(context, signal: MachineSignal, integration) {
      const { machine: id } = integration.config;
      const machine = (await context.records.getMany(machineRecord, [id])).get(id);
      if (!machine) return { ignored: 'The machine was deleted.' };
      const { failure, report } = signal;
      const state = report?.state ?? runningState(machine.fields.status);
      if (report && state === undefined) return { ignored: 'No print is running.' };
      // Before the suspicion, which says whether the printer is paused.
      const reported = report ? await passReport(context, id, { ...report, state }) : null;
      const judged = failure ? await reportSuspicion(context, machine.fields.current_job, failure) : null;
      if (judged !== null && !report) return { ignored: judged };
      const remark = judged ?? reported;
      return remark === null ? undefined : { remark };
    },
  });
}

/** Null if the report had an effect, otherwise why it had none. */
async function passReport({ invoke }: ModuleContext, id: string, report: object): Promise<string | null> {
  // Values that do not fit the input of the report, such as a name of 600 characters, are left out.
  const input = readPayload(reportInput, report);
  const { ignored } = (await invoke('digifab:report', { kind: machineRecord.id, id }, input)) as ReportResult;
  return ignored === undefined ? null : REPORT_REMARKS[ignored];
}

/** Null if the alert raised a suspicion, otherwise why it did not. */
async function reportSuspicion(
  { invoke }: ModuleContext,
  job: string | undefined,
  { score, source }: NonNullable<MachineSignal['failure']>,
): Promise<string | null> {
  if (job === undefined) return 'The machine has no job.';
  const about = { kind: jobRecord.id, id: job };
  const input = { score, source, certain: true };
  const { suspected, ignored } = (await invoke('digifab:report_failure_score', about, input)) as ScoreResult;
  if (suspected) return null;
  return ignored === undefined
    ? `The score ${score} of the alert is below the setting failure_threshold.`
    : SCORE_REMARKS[ignored];
}

const REPORT_REMARKS: Readonly<Record<IgnoredReport, string>> = {
  over: 'The print is over.',
  no_job: 'The machine has no job.',
  not_started: 'The job has not started.',
  other_print: 'Another print is running.',
  running: 'The print is still considered running.',
};
const SCORE_REMARKS: Readonly<Record<IgnoredScore, string>> = {
  not_printing: 'The job is not printing.',
  first_seconds: 'Alerts in the first seconds of a print are ignored: see the setting failure_ignore_first_s.',
  cooldown: 'A suspicion was dismissed shortly before: see the setting failure_cooldown_s.',
  suspected: 'A failure of the print is suspected already.',
};

function runningState(status: string): 'printing' | 'paused' | undefined {
  return status === 'printing' || status === 'paused' ? status : undefined;
}

function memberOf(payload: unknown, member: string | undefined): unknown {
  if (member === undefined || typeof payload !== 'object' || payload === null) return undefined;
  return (payload as Readonly<Record<string, unknown>>)[member];
}

/** Every member of the workspace can read the stored body, so the secret is removed. */
function withoutMember(payload: unknown, member: string | undefined): unknown {
  if (memberOf(payload, member) === undefined) return payload;
  return Object.fromEntries(Object.entries(payload as object).filter(([name]) => name !== member));
}
