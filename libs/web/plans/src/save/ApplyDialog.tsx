import { type ActionAnswer, apiPaths, type UiAction, type UiKind } from '@cubit/web-client';
import { Button, Dialog, ErrorState, Skeleton } from '@cubit/web-kit';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useChanges, useRunAction } from '@cubit/web-records/changes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApplyChanges } from './ApplyChanges.js';
import { type ApplyReport, createdIds } from './apply-report.js';
import type { Stored } from './plan-session.js';

export interface ApplyDialogProps {
  readonly kind: UiKind;
  readonly title: string;
  readonly stored: Stored;
  readonly action: UiAction;
  /** The kind of the records that are made. */
  readonly made: UiKind;
  /** What is offered for those that are created: "print labels". */
  readonly offered: UiAction | undefined;
  /** The ids of what was created, if something is to be done with them. */
  readonly onDone: (created: readonly string[] | null) => void;
  readonly onClose: () => void;
}

/** Shows what applying a plan creates, changes and leaves, and does it. */
export function ApplyDialog({ kind, title, stored, action, made, offered, onDone, onClose }: ApplyDialogProps) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const { fail } = useChanges();
  const runAction = useRunAction();
  const [removes, setRemoves] = useState(false);
  const [pending, setPending] = useState<'apply' | 'offer'>();
  const record = { kind: kind.id, id: stored.id, title };
  // `replace` also tells which of what is left could be removed.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.recordPart(slug, record, ['input', action.id, stored.etag]),
    queryFn: async ({ signal }) => {
      const body = { record: { kind: kind.id, id: stored.id }, input: { dry_run: true, mode: 'replace' } };
      const answer = await api.post<ActionAnswer>(apiPaths.action(slug, action.id), body, { signal });
      return answer.result as ApplyReport;
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const apply = async (then: 'apply' | 'offer') => {
    setPending(then);
    try {
      const { result } = await runAction(action, { record, input: { mode: removes ? 'replace' : 'merge' } });
      onDone(then === 'offer' ? createdIds(result as ApplyReport) : null);
    } catch (refusal) {
      fail(refusal);
    } finally {
      setPending(undefined);
    }
  };
  const plural = made.plural.toLowerCase();
  return (
    <Dialog
      title={`Update ${plural}`}
      open
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {offered && (data?.created.length ?? 0) > 0 && (
            <Button icon={offered.ui.icon} pending={pending === 'offer'} onPress={() => void apply('offer')}>
              Update and {offered.title.toLowerCase()}
            </Button>
          )}
          <Button
            variant="primary"
            pending={pending === 'apply'}
            disabledReason={data ? undefined : 'What changes is not known yet.'}
            onPress={() => void apply('apply')}
          >
            Update {plural}
          </Button>
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <Skeleton shape="rows" count={4} />}
      {data && <ApplyChanges {...{ made, removes }} report={data} onRemoves={setRemoves} />}
    </Dialog>
  );
}
