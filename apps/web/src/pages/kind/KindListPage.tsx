import { ListPage } from '@cubit/web-records/list';
import { OfKind } from './OfKind.js';

export function KindListPage() {
  return <OfKind>{(kind) => <ListPage key={kind.id} kind={kind} />}</OfKind>;
}
