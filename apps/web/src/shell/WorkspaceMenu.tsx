import { Button, Menu } from '@cubit/web-kit';
import { useMyWorkspaces, useWorkspace } from '@cubit/web-records';

/** The name of the workspace; opens the list of the others. */
export function WorkspaceMenu() {
  const { slug } = useWorkspace();
  const { data = [] } = useMyWorkspaces();
  const name = data.find((workspace) => workspace.slug === slug)?.name ?? slug;
  return (
    <Menu
      label="Workspaces"
      trigger={
        <Button variant="quiet" size="small" iconAfter="chevron-down">
          {name}
        </Button>
      }
      groups={[
        {
          entries: data.map((workspace) => ({
            id: workspace.id,
            title: workspace.name,
            href: `/w/${encodeURIComponent(workspace.slug)}`,
            checked: workspace.slug === slug,
          })),
        },
        { entries: [{ id: 'all', title: 'All workspaces', icon: 'building', href: '/workspaces' }] },
      ]}
    />
  );
}
