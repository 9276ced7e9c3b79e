/** The last numbers that modules assigned to records: PO-0001, PO-0002. */
export const numberSeriesTable = `
create table number_series (
  workspace_id uuid not null,
  module text not null,
  series text not null,
  last bigint not null,
  primary key (workspace_id, module, series)
);
`;
