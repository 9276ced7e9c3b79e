import { Button, Icon, VisuallyHidden } from '@cubit/web-kit';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import styles from './DriveControl.module.css';
import { type Driving, useDrive } from './use-drive.js';

export interface DriveControlProps {
  /** The path of the page: reported while an agent follows. */
  readonly path: string;
}

/** The button "Let my agent drive", and the bar while an agent may. */
export function DriveControl({ path }: DriveControlProps) {
  const { ui } = useWorkspace();
  const { driving, start, stop, report } = useDrive();
  useEffect(report, [path, report]);
  // An agent shows a person what to do, and a viewer does nothing.
  const isAllowed = useAllowed(ui.role !== 'viewer' && ui.modules.some(({ name }) => name === DRIVE));
  if (driving === null && !isAllowed) return null;
  if (driving === null)
    return (
      <Button variant="quiet" size="small" icon="navigation" label="Let my agent drive" onPress={() => void start()}>
        <span className={styles.label}>Let my agent drive</span>
      </Button>
    );
  return (
    <>
      {createPortal(<DriveBar driving={driving} onStop={stop} />, document.body)}
      {driving.pointed !== null && <Outline element={driving.pointed} />}
    </>
  );
}

/** The part of the platform whose routes agents call. */
const DRIVE = 'drive';

interface ModuleRow {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Whether the workspace lets agents drive: the one setting of the module. */
function useAllowed(isOn: boolean): boolean {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const modules = path('/modules');
  const { data } = useQuery({
    queryKey: queryKeys.item(slug, modules, {}),
    queryFn: ({ signal }) => api.get<{ readonly data: readonly ModuleRow[] }>(modules, { signal }),
    enabled: isOn,
  });
  const settings = data?.data.find(({ name }) => name === DRIVE)?.settings;
  return settings !== undefined && Object.values(settings).every((value) => value !== false);
}

function DriveBar({ driving, onStop }: { readonly driving: Driving; readonly onStop: () => void }) {
  const names = driving.agents.join(', ');
  useStopKey(onStop);
  return (
    // The attribute keeps the bar usable above a modal dialog.
    <section className={styles.bar} aria-label="Your agent drives this tab" data-react-aria-top-layer="true">
      <Icon name="navigation" />
      <p className={styles.text}>
        <strong>{names === '' ? 'No token may drive yet' : names}</strong>
        <span> {driving.said ?? (names === '' ? 'Create one with the scope to drive.' : 'may drive this tab.')}</span>
      </p>
      <Button size="small" keys="escape" onPress={onStop}>
        Stop
      </Button>
      <VisuallyHidden>
        <span aria-live="polite">{driving.said === null ? driving.announced : `${names}: ${driving.said}`}</span>
      </VisuallyHidden>
    </section>
  );
}

/** `Esc` stops also while a dialog is open or a field has the focus: it is the way out. */
function useStopKey(onStop: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onStop();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [onStop]);
}

/** Marks the element, which the style sheet outlines, as long as this is mounted. */
function Outline({ element }: { readonly element: HTMLElement }) {
  useEffect(() => {
    element.setAttribute('data-driven', '');
    return () => element.removeAttribute('data-driven');
  }, [element]);
  return null;
}
