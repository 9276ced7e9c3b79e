import { RelativeTime, Status } from '@cubit/web-kit';
import type { Approval } from './approval.js';

const WORDS = {
  approved: { tone: 'ok', text: 'Approved' },
  used: { tone: 'ok', text: 'Done' },
  denied: { tone: 'bad', text: 'Denied' },
} as const;

export function ApprovalState({ approval: { state, expires_at: expires } }: { readonly approval: Approval }) {
  if (state === 'pending')
    return (
      <Status tone="warn">
        Waits for you; expires <RelativeTime at={expires} />
      </Status>
    );
  if (state === 'expired') return <Status hollow>Expired</Status>;
  const { tone, text } = WORDS[state];
  return <Status tone={tone}>{text}</Status>;
}
