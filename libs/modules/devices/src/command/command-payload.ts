import type { Command } from './command.kind.js';

/** The properties that every command event carries. */
export function commandPayload({ id, fields }: Pick<Command, 'id' | 'fields'>) {
  return { commandId: id, deviceId: fields.device, command: fields.name, about: fields.cause ?? null };
}
