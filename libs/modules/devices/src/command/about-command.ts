import type { Command } from './command.kind.js';

/** What every event of a command tells. */
export function aboutCommand({ id, fields }: Pick<Command, 'id' | 'fields'>) {
  return { commandId: id, deviceId: fields.device, command: fields.name, about: fields.cause ?? null };
}
