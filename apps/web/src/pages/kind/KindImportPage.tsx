import { ImportPage } from '@cubit/web-records/import';
import { OfKind } from './OfKind.js';

export function KindImportPage() {
  return <OfKind>{(kind) => <ImportPage key={kind.id} kind={kind} />}</OfKind>;
}
