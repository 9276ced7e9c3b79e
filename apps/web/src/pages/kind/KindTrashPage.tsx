import { TrashPage } from '@cubit/web-records/trash';
import { OfKind } from './OfKind.js';

export function KindTrashPage() {
  return <OfKind>{(kind) => <TrashPage key={kind.id} kind={kind} />}</OfKind>;
}
