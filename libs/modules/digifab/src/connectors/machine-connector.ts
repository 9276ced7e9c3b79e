import { assertValid, defineConnector, Field, sameSecret, type InboundHit, type ModuleContext } from '@cubit/core';
import { Type, type Static, type TSchema } from 'typebox';
import { jobRecord } from '../job/job.fields.js';
import { machineRecord } from '../machine/machine.fields.js';
import type { MachineSignal, Reading } from './machine-signal.js';

const SECRET_HEADER = 'x-webhook-secret';
const config = Type.Object(
  { machine: Field.ref('digifab:machine', { description: 'The machine that it is the host of.' }) },
  { additionalProperties: false },
);

interface MachineHost<Id extends string, Payload extends TSchema> {
  readonly id: Id;
  readonly title: string;
  readonly description: string;
  readonly payload: Payload;
  /** Where the host puts a secret of its own into the body. */
  secretIn?(payload: unknown): string | undefined;
  read(payload: Static<Payload>, now: Date): Reading;
}

/** A connector of a machine's host: what it says is read by a pure function, and reported as any report is. */
export function machineConnector<const Id extends string, Payload extends TSchema>(host: MachineHost<Id, Payload>) {
  return defineConnector({
    id: host.id,
    title: host.title,
    description: `${host.description} A secret is optional: where the integration has one, it must come in the header X-Webhook-Secret${host.secretIn ? ', or as the host sends it' : ''}.`,
    config,
    secret: 'optional',
    events: [],
    verify({ headers, payload, secret }) {
      if (secret === null) return true;
      const given = headers[SECRET_HEADER] ?? host.secretIn?.(payload);
      if (given === undefined) return 'The secret is missing.';
      return sameSecret(secret, given) || 'It is not the secret of the integration.';
    },
    translate({ payload, now }: InboundHit<typeof config>) {
      assertValid(host.payload, payload);
      const reading = host.read(payload as Static<Payload>, now);
      return typeof reading === 'string' ? { ignored: reading } : { deliveryId: null, signal: reading };
    },
    async receive(context, signal: MachineSignal, integration) {
      const { machine: id } = integration.config;
      const machine = (await context.records.getMany(machineRecord, [id])).get(id);
      if (!machine) return { ignored: 'The machine is gone.' };
      const { failure, report } = signal;
      if (failure) await suspect(context, machine.fields.current_job, failure);
      const state = report?.state ?? under(machine.fields.status);
      if (report && state === undefined) return { ignored: 'Nothing is being printed.' };
      if (report) await context.invoke('digifab:report', { kind: machine.kind, id }, { ...report, state });
      return undefined;
    },
  });
}

async function suspect(
  { invoke }: ModuleContext,
  job: string | undefined,
  { score, source }: NonNullable<MachineSignal['failure']>,
): Promise<void> {
  if (job !== undefined)
    await invoke('digifab:report_failure_score', { kind: jobRecord.id, id: job }, { score, source, certain: true });
}

function under(status: string): 'printing' | 'paused' | undefined {
  return status === 'printing' || status === 'paused' ? status : undefined;
}
