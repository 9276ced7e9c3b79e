import type { SamplePort } from '@cubit/access';
import {
  type BulkPort,
  type FilePort,
  type JobPort,
  type KernelServices,
  noFiles,
  noJobs,
  noNotices,
  noOutbound,
  type NoticePort,
  type OutboundPort,
} from '@cubit/records';

/** Waits for the consequences of events, as `Prefer: wait` requires. */
export interface EffectPort {
  /** Resolves when all runs that the events of the workspace triggered have ended, or after `ms`. */
  wait(workspaceId: string, eventIds: readonly string[], ms: number): Promise<void>;
}

/** The services that exist before any capability. */
export type PortServices = Omit<KernelServices, 'files' | 'jobs' | 'notices' | 'outbound' | 'bulk'>;

/** Services that capabilities provide to the rest of the product. Each port has at most one provider. */
export interface Ports {
  /** Default: no files. */
  readonly files: FilePort;
  /** Default: modules have no jobs. */
  readonly jobs: JobPort;
  /** Default: notices have no recipients. */
  readonly notices: NoticePort;
  /** Default: modules reach no other system. */
  readonly outbound: OutboundPort;
  /** Null: no operations on all records that a filter selects. */
  readonly bulk: BulkPort | null;
  /** Null: new workspaces are empty. */
  readonly samples: SamplePort | null;
  /** Null: `Prefer: wait` is not applied. */
  readonly effects: EffectPort | null;
}

/** The ports that a capability provides, each created from the services of the kernel. */
export type ProvidedPorts = {
  readonly [Name in keyof Ports]?: (services: PortServices) => NonNullable<Ports[Name]>;
};

interface Provider {
  readonly name: string;
  readonly provides?: ProvidedPorts;
}

/** Creates every port before any capability. Throws if two capabilities provide the same one. */
export function resolvePorts(providers: readonly Provider[], services: PortServices): Ports {
  const provided = <Name extends keyof Ports>(port: Name) => {
    const [first, second] = providers.filter(({ provides }) => provides?.[port] !== undefined);
    if (first && second)
      throw new Error(`Capabilities '${first.name}' and '${second.name}' both provide '${port}'; install one of them.`);
    return first?.provides?.[port]?.(services);
  };
  return {
    files: provided('files') ?? noFiles,
    jobs: provided('jobs') ?? noJobs,
    notices: provided('notices') ?? noNotices,
    outbound: provided('outbound') ?? noOutbound,
    bulk: provided('bulk') ?? null,
    samples: provided('samples') ?? null,
    effects: provided('effects') ?? null,
  };
}
