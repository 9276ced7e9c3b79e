import type { UiAction, UiKind } from '@cubit/web-client';
import { useWorkspace } from '@cubit/web-records';
import { BulkActionDialog, useBulk } from '@cubit/web-records/bulk';
import { useState } from 'react';

export interface CreatedDialogProps {
  readonly kind: UiKind;
  readonly action: UiAction;
  /** Ids of the records that were created. */
  readonly created: readonly string[];
  readonly onClose: () => void;
}

/** An action on the records that a plan created, as for a selection of them in their list. */
export function CreatedDialog({ kind, action, created, onClose }: CreatedDialogProps) {
  const { slug } = useWorkspace();
  const [selection] = useState(() => ({ all: false as const, ids: new Set(created) }));
  const bulk = useBulk(kind, { slug, kind: kind.id, filter: '', selection });
  return (
    <BulkActionDialog
      action={action}
      words={bulk.words(created.length)}
      onStart={action.applies_to === 'workspace' ? (run) => bulk.startOnAll(action, run) : bulk.start}
      onClose={onClose}
    />
  );
}
