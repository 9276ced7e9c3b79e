import type { ErrorParts } from '@cubit/web-client';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

export interface WireFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface ConditionPart {
  readonly text: string;
  readonly depth: number;
  readonly operator: 'and' | 'or' | 'not' | null;
  readonly value: boolean | null;
  readonly error: string | null;
  readonly reads: readonly { readonly path: string; readonly value: unknown }[];
}

/** What the wire would do: `POST /wire-tests`. */
export interface WireTest {
  readonly faults: readonly WireFault[];
  /** Null: none has occurred, and the example of the declaration was used. */
  readonly event_id: string | null;
  readonly condition: boolean | null;
  readonly parts: readonly ConditionPart[] | null;
  readonly records: readonly string[] | null;
  readonly target_kind: string | null;
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly result: unknown;
  readonly error: ErrorParts | null;
  readonly recent: readonly {
    readonly event_id: string;
    readonly occurred_at: string;
    readonly condition: boolean | null;
    readonly records: readonly string[] | null;
    readonly error: ErrorParts | null;
  }[];
  readonly warnings: readonly WireFault[];
}

const TYPING_PAUSE_MS = 300;

/** Tests the wire as it stands, a moment after its last change. `draft` is null while there is no event. */
export function useWireTest(draft: object | null) {
  const { api } = useApp();
  const { path, slug } = useWorkspace();
  const at = path('/wire-tests');
  const body = useSettled(draft === null ? null : JSON.stringify(draft));
  return useQuery({
    queryKey: queryKeys.item(slug, at, { body }),
    queryFn: ({ signal }) => api.post<WireTest>(at, JSON.parse(body ?? ''), { signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    // Records change: what a wire would do is asked again each time.
    gcTime: 0,
  });
}

/** The value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
