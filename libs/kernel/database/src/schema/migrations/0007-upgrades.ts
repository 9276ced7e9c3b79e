/** `upgrade`: what modules do once with records of earlier versions. One row for each that was begun, with the record that it has come to. */
export const upgradeTable = `
create table upgrade (
  id text primary key,
  last_workspace uuid,
  last_id uuid,
  done boolean not null
);
`;
