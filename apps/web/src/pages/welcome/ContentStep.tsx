import { isApiError, type Page as ListPage } from '@cubit/web-client';
import { type Icon as IconName, messageOf } from '@cubit/web-contract';
import { Banner, Button, ErrorState, Icon, Skeleton } from '@cubit/web-kit';
import { Checkbox, Form, RadioGroup } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useGo } from '@cubit/web-records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OutsidePage } from '../OutsidePage.js';
import styles from './ContentStep.module.css';
import { nextSlug } from './slug.js';
import type { ChosenWorkspace } from './WorkspaceStep.js';

interface AvailableModule {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly icon: IconName | null;
  readonly always: boolean;
  readonly requires: readonly string[];
}

const MAX_TRIES = 20;
const CHOICES = [
  { id: 'sample', title: 'The small workshop: sample parts, projects and machines to look around in' },
  { id: 'empty', title: 'Empty' },
];

/** What the workspace starts with: modules, and a sample or nothing. All modules are chosen at first. */
export function ContentStep({ workspace }: { readonly workspace: ChosenWorkspace }) {
  const { api } = useApp();
  const go = useGo();
  const queries = useQueryClient();
  const modules = useQuery({
    queryKey: queryKeys.modulesToChoose(),
    queryFn: async () => (await api.get<ListPage<AvailableModule>>('/me/modules')).data.filter(({ always }) => !always),
  });
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const [content, setContent] = useState('sample');
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const all = modules.data ?? [];
  const chosen = all.filter(({ name }) => !off.has(name));

  const submit = async () => {
    // Enter submits too. Without the modules, the workspace would have none.
    if (!modules.data) return;
    setPending(true);
    setMessage(undefined);
    try {
      const names = chosen.map(({ name }) => name);
      const slug = await createWorkspace(workspace, async (body) => {
        await api.post('/me/orgs', { ...body, modules: names, ...(content === 'sample' && { sample: 'workshop' }) });
      });
      await queries.invalidateQueries({ queryKey: queryKeys.me() });
      go(`/w/${encodeURIComponent(slug)}`, { replace: true });
    } catch (error) {
      setMessage(messageOf(error));
      setPending(false);
    }
  };

  return (
    <OutsidePage title="What is in it?" wide>
      <Form onSubmit={() => void submit()}>
        {message !== undefined && <Banner tone="bad">{message}</Banner>}
        <RadioGroup label="Start with" value={content} onChange={setContent} choices={CHOICES} autoFocus />
        <p className={styles.label} id="modules">
          Modules
        </p>
        {modules.isPending && <Skeleton count={6} />}
        {modules.error && <ErrorState error={modules.error} onRetry={() => void modules.refetch()} />}
        <div className={styles.modules} role="group" aria-labelledby="modules">
          {all.map(({ name, title, description, icon }) => (
            <div key={name} className={styles.module}>
              <Icon name={icon ?? 'box'} size={20} />
              <Checkbox
                label={title}
                description={description}
                value={!off.has(name)}
                onChange={() => setOff(toggled(off, name, all))}
              />
            </div>
          ))}
        </div>
        <Button
          type="submit"
          variant="primary"
          pending={pending}
          disabledReason={modules.data ? undefined : 'The modules have not loaded yet'}
        >
          Create workspace
        </Button>
      </Form>
    </OutsidePage>
  );
}

/** A slug that is taken is followed by the next free one. */
async function createWorkspace(
  { name, slug: first }: ChosenWorkspace,
  create: (body: { readonly name: string; readonly slug: string }) => Promise<void>,
): Promise<string> {
  for (let slug = first, tries = 0; ; slug = nextSlug(slug), tries += 1)
    try {
      await create({ name, slug });
      return slug;
    } catch (error) {
      if (tries === MAX_TRIES || !isApiError(error) || error.code !== 'already_exists') throw error;
    }
}

/** Switching a module off switches off what requires it; switching it on, what it requires. */
function toggled(off: ReadonlySet<string>, name: string, all: readonly AvailableModule[]): ReadonlySet<string> {
  const next = new Set(off);
  const requirements = new Map(all.map((module) => [module.name, module.requires]));
  const visit = (module: string) => {
    if (off.has(name)) {
      next.delete(module);
      for (const required of requirements.get(module) ?? []) if (next.has(required)) visit(required);
      return;
    }
    next.add(module);
    for (const { name: other, requires } of all) if (requires.includes(module) && !next.has(other)) visit(other);
  };
  visit(name);
  return next;
}
