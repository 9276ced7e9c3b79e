/** Invitations from before were for whoever had the link, and stay so until they expire: an earlier version writes such rows as well. */
export const boundInvitations = `
alter table invitation add column bind boolean not null default false;
`;
