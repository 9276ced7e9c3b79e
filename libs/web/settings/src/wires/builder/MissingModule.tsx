import { labelOf } from '@cubit/web-contract';
import { pagePaths } from '@cubit/web-client';
import { Banner, Skeleton } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useModules } from '../../modules/use-modules.js';
import { useRole } from '../../parts/index.js';

export interface MissingModuleProps {
  /** The name of the module. */
  readonly module: string;
  readonly what: 'event' | 'action';
}

/** Why the workspace does not have an event or an action: its module is off, or does not have it. */
export function MissingModule({ module, what }: MissingModuleProps) {
  const { ui } = useWorkspace();
  const enabled = ui.modules.find(({ name }) => name === module);
  if (enabled) return <Banner tone="warn">{`${enabled.title} does not have this ${what} any more.`}</Banner>;
  return <ModuleThatIsOff module={module} what={what} />;
}

function ModuleThatIsOff({ module, what }: MissingModuleProps) {
  const { slug } = useWorkspace();
  const { admin } = useRole();
  const modules = useModules();
  if (!modules.rows) return <Skeleton count={1} />;
  const found = modules.rows.find(({ name }) => name === module);
  if (!found) return <Banner tone="warn">{`The module ${labelOf(module)} of this ${what} is not installed.`}</Banner>;
  return (
    <Banner tone="warn">
      {`This ${what} belongs to the module ${found.title}, which is not enabled in this workspace.`}
      {admin && (
        <>
          {' Enable it in '}
          <a href={`${pagePaths.workspace(slug)}/settings/modules`}>Settings &gt; Modules</a>.
        </>
      )}
    </Banner>
  );
}
