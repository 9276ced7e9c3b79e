import { Button, Icon, VisuallyHidden } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
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
  if (!ui.modules.some(({ name }) => name === 'drive')) return null;
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
