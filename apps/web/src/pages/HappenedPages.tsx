import { ApprovalPage as Approval } from '@cubit/web-settings';
import { useParams } from '@tanstack/react-router';

export { ActivityPage, ApprovalsPage, NotificationsPage } from '@cubit/web-settings';

export function ApprovalPage() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  return <Approval key={id} id={id} />;
}
