/** The program of an agent that made a change. */
export const agentClients = `
alter table record_change add column via_client text;
`;
