import { type FilePort, type KernelServices, noFiles, noNotices, type NoticePort } from '@cubit/records';

/** Waits for what follows from events: makes `Prefer: wait` hold. */
export interface EffectPort {
  /** Resolves when everything that the events of the workspace set off has run, or after `ms`. */
  wait(workspaceId: string, eventIds: readonly string[], ms: number): Promise<void>;
}

/** The services that exist before any capability does. */
export type PortServices = Omit<KernelServices, 'files' | 'notices'>;

/** What capabilities provide to the rest of the product; each port is provided by one capability at most. */
export interface Ports {
  /** Default: there are no files. */
  readonly files: FilePort;
  /** Default: notices reach nobody. */
  readonly notices: NoticePort;
  /** Null: nothing waits, and `Prefer: wait` is not applied. */
  readonly effects: EffectPort | null;
}

/** The ports that a capability declares, each made from the services of the kernel. */
export type ProvidedPorts = {
  readonly [Name in keyof Ports]?: (services: PortServices) => NonNullable<Ports[Name]>;
};

interface Provider {
  readonly name: string;
  readonly provides?: ProvidedPorts;
}

/** Makes every port, before any capability is created. Throws where two capabilities provide the same one. */
export function resolvePorts(providers: readonly Provider[], services: PortServices): Ports {
  const provided = <Name extends keyof Ports>(port: Name) => {
    const [first, second] = providers.filter(({ provides }) => provides?.[port] !== undefined);
    if (first && second)
      throw new Error(`Capabilities '${first.name}' and '${second.name}' both provide '${port}'; install one of them.`);
    return first?.provides?.[port]?.(services);
  };
  return {
    files: provided('files') ?? noFiles,
    notices: provided('notices') ?? noNotices,
    effects: provided('effects') ?? null,
  };
}
