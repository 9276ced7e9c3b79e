import { apiPaths, type Page, type UiKind } from '@cubit/web-client';
import { Button, Dialog, RelativeTime, Skeleton } from '@cubit/web-kit';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useMembers } from '@cubit/web-records/members';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentPath, type Loaded, readPlan } from './plan-session.js';

export interface ConflictDialogProps {
  readonly kind: UiKind;
  readonly id: string;
  /** The newer document takes the place of the drawn one. */
  readonly onLoad: (newer: Loaded) => void;
  /** The drawn document takes the place of the newer one. */
  readonly onOverwrite: (newer: Loaded) => Promise<unknown>;
  readonly onClose: () => void;
}

interface Change {
  readonly at: string;
  readonly version: number;
  readonly actor: { readonly type: string; readonly id: string | null } | null;
}

/** Somebody else saved the plan meanwhile: who and when, and which of both stays. */
export function ConflictDialog({ kind, id, onLoad, onOverwrite, onClose }: ConflictDialogProps) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const { fail } = useChanges();
  const [pending, setPending] = useState<'load' | 'overwrite'>();
  const answer = async (choice: 'load' | 'overwrite') => {
    setPending(choice);
    try {
      const newer = await readPlan(api, documentPath(slug, kind, id));
      if (choice === 'load') onLoad(newer);
      else await onOverwrite(newer);
    } catch (error) {
      fail(error);
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title="The plan has changed"
      open
      onClose={onClose}
      footer={
        <>
          <Button pending={pending === 'overwrite'} onPress={() => void answer('overwrite')}>
            Keep mine
          </Button>
          <Button variant="primary" pending={pending === 'load'} onPress={() => void answer('load')}>
            Load the newer
          </Button>
        </>
      }
    >
      <LastChange kind={kind} id={id} />
      <p>
        Keep mine saves your drawing over it. Load the newer shows it in place of yours, and Undo brings yours back.
      </p>
    </Dialog>
  );
}

function LastChange({ kind, id }: { readonly kind: UiKind; readonly id: string }) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const members = useMembers();
  const { data, error } = useQuery({
    queryKey: queryKeys.recordPart(slug, { kind: kind.id, id }, ['history', 'last']),
    queryFn: ({ signal }) =>
      api.get<Page<Change>>(`${apiPaths.record(slug, kind.id, id)}/history`, { query: { limit: 50 }, signal }),
    gcTime: 0,
  });
  const last = data?.data.toSorted((a, b) => b.version - a.version)[0];
  if (!data && !error) return <Skeleton shape="lines" count={1} />;
  if (!last) return <p>Somebody saved it while you were drawing.</p>;
  const name = members.get(last.actor?.id ?? '')?.name ?? 'Somebody';
  return (
    <p>
      <strong>{name}</strong> saved it <RelativeTime at={last.at} />, while you were drawing.
    </p>
  );
}
