/** `admins_only`: what admins alone see, such as the archive of a workspace. No record holds one. */
export const adminFiles = `
alter table file add column admins_only boolean not null default false;
`;
