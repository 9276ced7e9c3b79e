import type { StreamMessage } from '@cubit/web-client';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';

/** What an agent asks its person to approve. */
export interface Approval {
  readonly id: string;
  readonly state: 'pending' | 'approved' | 'denied' | 'used' | 'expired';
  readonly action: { readonly id: string; readonly title: string };
  readonly record: { readonly kind: string; readonly id: string; readonly title: string } | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly agent: { readonly client: string; readonly token: { readonly name: string } };
  readonly created_at: string;
  readonly expires_at: string;
  readonly decided_at: string | null;
}

/** An agent that asks notifies its person. */
export const isNotification = ({ type }: StreamMessage) => type === 'notification';

export function useApprovalsPath(): string {
  return useWorkspace().path('/me/agent-approvals');
}

/** Decides once: nothing can take it back, because the agent may have run the action. */
export function useDecision() {
  const { api } = useApp();
  const { attempt } = useChanges();
  const base = useApprovalsPath();
  return (verb: 'approve' | 'deny', { id, action, agent }: Approval) =>
    attempt({
      run: () => api.post(`${base}/${id}/${verb}`),
      done:
        verb === 'approve'
          ? `${agent.client} may run ${action.title} once`
          : `${agent.client} may not run ${action.title}`,
      refresh: [base],
    });
}
