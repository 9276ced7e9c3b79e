import { validate } from '@cubit/core';
import type { Actor, Cause, EnqueueOptions, Registry } from '@cubit/core/host';
import { v5 as uuidv5 } from 'uuid';
import type { NewModuleJob } from '../workspace/job-port.js';

const MAX_KEY_LENGTH = 200;

interface JobOrigin {
  readonly registry: Registry;
  readonly newId: () => string;
  readonly workspaceId: string;
  readonly actor: Actor;
  readonly cause: Cause | null;
  /** Whose code creates the job. */
  readonly module: string;
}

/** The row of a job that module code creates. Throws for what the author of the module has to correct. */
export function newModuleJob(
  { registry, newId, workspaceId, actor, cause, module }: JobOrigin,
  type: string,
  { input, key, delayMs = 0 }: EnqueueOptions & { readonly input: unknown },
): NewModuleJob {
  const job = registry.jobs.get(type);
  if (job?.module !== module)
    throw new TypeError(`Module '${module}' enqueues job '${type}', which it does not declare; add it to its jobs.`);
  const [fault] = validate(job.definition.input, input);
  if (fault)
    throw new TypeError(
      `Module '${module}' enqueues job '${type}' with input that does not fit: ${fault.path} ${fault.message}`,
    );
  if (key !== undefined && (key === '' || key.length > MAX_KEY_LENGTH))
    throw new TypeError(
      `Module '${module}' enqueues job '${type}' with a key of ${key.length} characters; use 1 to ${MAX_KEY_LENGTH}.`,
    );
  if (!(delayMs >= 0))
    throw new TypeError(`Module '${module}' enqueues job '${type}' with delayMs ${delayMs}; use 0 or more.`);
  return {
    workspaceId,
    // Of the purpose, so that a second job with the key is none.
    id: key === undefined ? newId() : uuidv5(`${type}/${key}`, workspaceId),
    type,
    input: { actor, cause, input },
    delayMs,
    createdBy: actor.type === 'user' ? actor.id : null,
  };
}
