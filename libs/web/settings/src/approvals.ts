/** Approvals of agents, for pages that show other things as well. */
export type { Approval } from './agents/approval.js';
export { WaitingApprovals, type WaitingApprovalsProps } from './agents/WaitingApprovals.js';
