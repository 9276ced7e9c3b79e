import type { ModuleDefinition } from '../contract/module.js';

const HOST = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** Faults of the hosts in a module's permissions: a pattern that fits no host would refuse every request. */
export function checkPermissions({ name, permissions }: ModuleDefinition): string[] {
  return (permissions?.egress ?? [])
    .filter((pattern) => !HOST.test(pattern))
    .map(
      (pattern) =>
        `Module '${name}' has '${pattern}' in permissions.egress; write a host in lower case, such as 'api.example.com' or '*.example.com'.`,
    );
}
