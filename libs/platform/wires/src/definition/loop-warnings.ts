import type { RegisteredAction, WorkspaceSchema } from '@cubit/core';
import type { WireDraft } from './wire-draft.js';

export interface WireWarning {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

type Edge = Pick<WireDraft, 'event' | 'action'>;

/**
 * Warns where what the action emits can set the wire off again, at once or through other wires. Conditions are not judged: a loop that
 * they end is fine, and one that they do not is stopped by its depth.
 */
export function loopWarnings(
  wire: Edge,
  others: readonly Edge[],
  { actions }: WorkspaceSchema,
): readonly WireWarning[] {
  const emitted = (action: string) => emittedBy(actions.get(action));
  const reached = new Map<string, readonly string[]>();
  const open = emitted(wire.action).map((event) => ({ event, path: [wire.action, event] }));
  // Grows while it is walked: breadth first, so that the shortest way round is the one that is told.
  for (const { event, path } of open) {
    if (reached.has(event)) continue;
    reached.set(event, path);
    if (event === wire.event) break;
    for (const other of others)
      if (other.event === event)
        open.push(...emitted(other.action).map((next) => ({ event: next, path: [...path, other.action, next] })));
  }
  const way = reached.get(wire.event);
  if (!way) return [];
  const message = `The wire can set itself off again: ${[wire.event, ...way].join(' → ')}.`;
  return [{ path: '/action', code: 'loop', message }];
}

function emittedBy(action: RegisteredAction | undefined): readonly string[] {
  return (action?.definition.emits ?? []).map((event: { readonly name: string }) => event.name);
}
