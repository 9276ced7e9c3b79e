/**
 * `upgrade`: one-time operations of modules on records of earlier versions. One row per started upgrade, with the
 * last processed record.
 */
export const upgradeTable = `
create table upgrade (
  id text primary key,
  last_workspace uuid,
  last_id uuid,
  done boolean not null
);
`;
