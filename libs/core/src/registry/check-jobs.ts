import type { AnyJob } from '../contract/job.js';
import type { ModuleDefinition } from '../contract/module.js';

const LOCAL_NAME = /^[a-z][a-z0-9_]*$/;
const MAX_ATTEMPTS = 50;

/** Faults of a module's jobs beside their schemas. */
export function checkJobs({ name, jobs = [] }: ModuleDefinition): string[] {
  return jobs.flatMap((job) => jobFaults(name, job));
}

function jobFaults(name: string, { id, attempts }: AnyJob): string[] {
  const [owner, local = ''] = id.split(':');
  const isNamed = owner === name && LOCAL_NAME.test(local);
  const isBounded = attempts === undefined || (Number.isInteger(attempts) && attempts >= 1 && attempts <= MAX_ATTEMPTS);
  return [
    ...(isNamed ? [] : [`Module '${name}' declares job '${id}'; name it '${name}:<verb>'.`]),
    ...(isBounded ? [] : [`Job '${id}' has ${String(attempts)} attempts; write 1 to ${MAX_ATTEMPTS}.`]),
  ];
}
