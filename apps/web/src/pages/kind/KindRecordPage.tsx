import { RecordPage } from '@cubit/web-records/record';
import { OfKind } from './OfKind.js';

export function KindRecordPage() {
  return <OfKind>{(kind, id) => <RecordPage key={id} kind={kind} id={id} />}</OfKind>;
}
