export const viewGroups = `
alter table saved_view add column "group" text, add column lanes text;
`;
