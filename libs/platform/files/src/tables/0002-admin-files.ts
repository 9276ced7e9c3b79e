/** `admins_only`: files that only admins see, such as the archive of a workspace. Records cannot refer to them. */
export const adminFiles = `
alter table file add column admins_only boolean not null default false;
`;
