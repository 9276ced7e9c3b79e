import type { CubitRecord, UiKind } from '@cubit/web-client';
import { useMemo } from 'react';
import { useRecordTitle } from '../app/queries.js';

/** The record; one without a title of its own with that of the record which it is called by. */
export function useTitled<Known extends CubitRecord | undefined>(record: Known, kind: UiKind): Known {
  const untitled = kind.title_field === null && record?.title === kind.title ? record : undefined;
  const title = useRecordTitle(untitled?.kind, untitled?.id);
  return useMemo(
    () => (untitled === undefined || title === undefined ? record : { ...record, title }),
    [record, untitled, title],
  );
}
