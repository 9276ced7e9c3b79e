import { pagePaths } from '@cubit/web-client';
import { Button, ErrorState, Panel, Row, Rows } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { type Approval, useDecision } from './approval.js';
import { useInputInWords } from './input-in-words.js';

export interface WaitingApprovalsProps {
  /** The first of those that wait. */
  readonly approvals: readonly Approval[];
  readonly total: number;
  /** Why they could not be read; null where they were. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What agents ask their person to approve, with the decision at hand, for a page that shows other things as well. */
export function WaitingApprovals({ approvals, total, error, onRetry }: WaitingApprovalsProps) {
  const href = `${pagePaths.workspace(useWorkspace().slug)}/agent-approvals`;
  const rest = total - approvals.length;
  return (
    <Panel
      title="Approvals"
      icon="bot"
      tone="warn"
      href={href}
      count={total}
      more={rest > 0 ? { text: `${rest} more`, href } : undefined}
      flush
    >
      {error !== null && <ErrorState error={error} onRetry={onRetry} />}
      <Rows>
        {approvals.map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} href={`${href}/${approval.id}`} />
        ))}
      </Rows>
    </Panel>
  );
}

/** A person who may not run the action now can only deny it. */
function ApprovalRow({ approval, href }: { readonly approval: Approval; readonly href: string }) {
  const { action: actionOf } = useWorkspace();
  const decide = useDecision();
  const { action, record, agent } = approval;
  const input = useInputInWords(approval);
  const title = record === null ? action.title : `${action.title}: ${record.title}`;
  return (
    <Row
      title={title}
      href={href}
      details={
        <>
          <span>{agent.client}</span>
          {input.map(({ name, title: field, value }) => (
            <span key={name}>
              {field}: {value}
            </span>
          ))}
        </>
      }
      actions={
        <>
          {actionOf(action.id)?.can === true && (
            <Button size="small" label={`Approve ${title}`} onPress={() => void decide('approve', approval)}>
              Approve
            </Button>
          )}
          <Button size="small" variant="quiet" label={`Deny ${title}`} onPress={() => void decide('deny', approval)}>
            Deny
          </Button>
        </>
      }
    />
  );
}
