import { validate as isUuid } from 'uuid';
import type { RecordShape } from '@cubit/core/host';
import { columnsOf, IGNORED_COLUMNS } from '../table/columns.js';
import { type FileHead, namesIn } from './detect-source.js';
import type { Reading } from './reading.js';
import type { Mapping } from './row-targets.js';

interface ReadingSigns extends Pick<FileHead, 'header' | 'reader' | 'isDocument' | 'samples'> {
  /** The mapping of the request; null: none, or `auto`. */
  readonly given: Mapping | null;
}

/** A file is an export of the kind where it has ids, or an empty column for them, and no column that an export does not write. */
export function readingOf(shape: RecordShape, { header, reader, isDocument, samples, given }: ReadingSigns): Reading {
  const names = header ?? namesIn({ header, samples });
  const written = new Set([...columnsOf(shape).map(({ name }) => name), ...IGNORED_COLUMNS]);
  const isOwn =
    reader === null &&
    !isDocument &&
    names.includes('id') &&
    new Set(names).size === names.length &&
    names.every((name) => written.has(name)) &&
    samples.every(({ id = '' }) => id === '' || isUuid(id.trim())) &&
    Object.entries(given ?? {}).every(([name, target]) => target === null || target === name);
  return isOwn ? 'exact' : 'foreign';
}
