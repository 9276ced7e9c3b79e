import { childrenCpuSeconds, cpuSeconds, residentBytes } from '../program/usage.js';

/** Resources that processes used during a measurement; null if the system does not report them. */
export interface Cost {
  readonly serverCpuSeconds: number | null;
  readonly databaseCpuSeconds: number | null;
  /** Of the server, at the end. */
  readonly residentBytes: number | null;
}

/** Starts the measurement. Returns the function that ends it. */
export async function startMeter(server: number, postmaster: number): Promise<() => Promise<Cost>> {
  const before = await readings(server, postmaster);
  return async () => {
    const after = await readings(server, postmaster);
    return {
      serverCpuSeconds: between(before.server, after.server),
      databaseCpuSeconds: between(before.database, after.database),
      residentBytes: await residentBytes(server),
    };
  };
}

async function readings(server: number, postmaster: number) {
  return { server: await cpuSeconds(server), database: await childrenCpuSeconds(postmaster) };
}

function between(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
