import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

const GIBIBYTE = 2 ** 30;

/** The machine, without which the figures cannot be compared. */
export function machineLine(): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const [load = 0] = loadavg();
  return `${availableParallelism()} cores (${model.trim()}), ${Math.round(totalmem() / GIBIBYTE)} GiB, ${process.platform}, Node ${process.version}, load ${load.toFixed(1)} at the start`;
}
