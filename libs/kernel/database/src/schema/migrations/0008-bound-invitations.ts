/**
 * Earlier invitations could be accepted by anybody with the link, and stay so until they expire: an earlier version
 * also writes such rows.
 */
export const boundInvitations = `
alter table invitation add column bind boolean not null default false;
`;
