import type { Page, Schema, UiAction } from '@cubit/web-client';
import { splitId } from '@cubit/web-client';
import { useWorkspace } from '@cubit/web-records';
import { useItem } from '../../parts/index.js';

/** An event as its module declares it. */
export interface DeclaredEvent {
  readonly name: string;
  readonly module: string;
  readonly title: string;
  readonly description: string | null;
  readonly payload: Schema;
  /** Members of the payload that name records, the one concerned first. */
  readonly records: readonly { readonly key: string; readonly kind: string }[];
  /** A payload. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** An action as its module declares it: with all of its input. */
export interface DeclaredAction extends Pick<
  UiAction,
  'id' | 'title' | 'description' | 'applies_to' | 'record_optional' | 'input'
> {
  readonly emits: readonly string[];
}

export interface Declared<Item> {
  readonly item: Item | undefined;
  /** Not known yet. */
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Declarations have what the workspace document leaves out: payloads, and inputs that people are not asked for. */
function useDeclared<Item>(path: string, module: string, matches: (item: Item) => boolean): Declared<Item> {
  const { ui } = useWorkspace();
  const isKnown = ui.modules.some(({ name }) => name === module);
  const query = useItem<Page<Item>>(path, { enabled: isKnown });
  return {
    item: query.data?.data.find(matches),
    loading: isKnown && query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Whether the workspace does not have what a wire names. */
export function isMissing(name: string, { item, loading, error }: Declared<unknown>): boolean {
  return name !== '' && !item && !loading && error === null;
}

export const NOT_HERE = 'This workspace does not have it.';

export function useDeclaredEvent(name: string): Declared<DeclaredEvent> {
  const { path } = useWorkspace();
  const [module = ''] = name.split('.');
  return useDeclared<DeclaredEvent>(path(`/modules/${module}/events`), module, (event) => event.name === name);
}

export function useDeclaredAction(id: string): Declared<DeclaredAction> {
  const { path } = useWorkspace();
  const { module } = splitId(id);
  return useDeclared<DeclaredAction>(path(`/modules/${module}/actions`), module, (action) => action.id === id);
}
