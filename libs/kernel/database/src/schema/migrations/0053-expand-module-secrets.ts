/** Secret settings of modules by name, encrypted. Apart from the other settings, so that nothing that reads those can show one. */
export const moduleSecrets = `
alter table workspace_module add column secrets jsonb not null default '{}';
`;
