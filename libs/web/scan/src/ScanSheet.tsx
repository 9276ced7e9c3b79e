import { queryKeys } from '@cubit/web-records';
import { Dialog } from '@cubit/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Results } from './Results.js';

export interface ScanSheetProps {
  readonly code: string;
  readonly onClose: () => void;
}

/** What a USB scanner read on any page, over the page: nothing of it is left. */
export function ScanSheet({ code, onClose }: ScanSheetProps) {
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: queryKeys.scans() });
  }, [queries, code]);
  return (
    <Dialog open title="Scanned" onClose={onClose}>
      <Results key={code} code={code} onAgain={onClose} />
    </Dialog>
  );
}
