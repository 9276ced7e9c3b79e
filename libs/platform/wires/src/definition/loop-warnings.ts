import type { RegisteredAction, WorkspaceSchema } from '@cubit/core/host';
import type { WireDraft } from './wire-draft.js';

export interface WireWarning {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

type Edge = Pick<WireDraft, 'event' | 'action'>;

/**
 * Warns if events of the action can trigger the wire again, directly or through other wires. Conditions are not evaluated: a loop that
 * they end is intended, and any other loop is stopped by the maximum depth.
 */
export function loopWarnings(
  wire: Edge,
  others: readonly Edge[],
  { actions }: WorkspaceSchema,
): readonly WireWarning[] {
  const emitted = (action: string) => emittedBy(actions.get(action));
  const reached = new Map<string, readonly string[]>();
  const open = emitted(wire.action).map((event) => ({ event, path: [wire.action, event] }));
  // Breadth first: `open` grows during the loop, so the warning shows the shortest loop.
  for (const { event, path } of open) {
    if (reached.has(event)) continue;
    reached.set(event, path);
    if (event === wire.event) break;
    for (const other of others)
      if (other.event === event)
        open.push(...emitted(other.action).map((next) => ({ event: next, path: [...path, other.action, next] })));
  }
  const loop = reached.get(wire.event);
  if (!loop) return [];
  const message = `The wire can trigger itself: ${[wire.event, ...loop].join(' → ')}.`;
  return [{ path: '/action', code: 'loop', message }];
}

function emittedBy(action: RegisteredAction | undefined): readonly string[] {
  return (action?.definition.emits ?? []).map((event: { readonly name: string }) => event.name);
}
