import { hostname, userInfo } from 'node:os';

/** Who runs the command, for lists and the audit log. */
export function operator(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run as a user without a name.
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`;
  }
}
