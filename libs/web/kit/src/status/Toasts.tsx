import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../actions/Button.js';
import { IconButton } from '../actions/IconButton.js';
import { Icon } from '../icon/Icon.js';
import { CopyText } from './CopyText.js';
import { type Toast, ToastQueue } from './toast-queue.js';
import styles from './Toasts.module.css';

const QueueContext = createContext(new ToastQueue());
const ICONS = { ok: 'circle-check', warn: 'triangle-alert', bad: 'octagon-alert', info: 'info' } as const;

export interface ToastProviderProps {
  readonly children: ReactNode;
}

/** Holds the toasts of the app, at the bottom left. */
export function ToastProvider({ children }: ToastProviderProps) {
  const [queue] = useState(() => new ToastQueue());
  return (
    <QueueContext value={queue}>
      {children}
      {createPortal(<ToastRegion queue={queue} />, document.body)}
    </QueueContext>
  );
}

/** `show(content)` returns an id for `close(id)`. */
export function useToasts(): Pick<ToastQueue, 'show' | 'close'> {
  return use(QueueContext);
}

function ToastRegion({ queue }: { readonly queue: ToastQueue }) {
  const toasts = useSyncExternalStore(queue.subscribe, queue.list);
  return (
    // The attribute keeps the region usable above a modal dialog.
    <div
      className={styles.region}
      role="status"
      aria-label="Messages"
      data-react-aria-top-layer="true"
      onPointerEnter={queue.pause}
      onPointerLeave={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => queue.close(toast.id)} />
      ))}
    </div>
  );
}

function ToastCard({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const { text, tone, onUndo, requestId, link } = toast;
  const action = toast.action ?? (onUndo === undefined ? undefined : { title: 'Undo', run: onUndo });
  return (
    <div className={styles.toast}>
      {tone !== undefined && (
        <span style={{ color: `var(--${tone})` }}>
          <Icon name={ICONS[tone]} />
        </span>
      )}
      <div className={styles.text}>
        {text}
        {requestId !== undefined && <CopyText text={requestId} label="Copy the request id" />}
      </div>
      {link !== undefined && (
        <a
          className={styles.link}
          href={link.href}
          {...(link.newTab === true && { target: '_blank', rel: 'noopener' })}
        >
          {link.title}
        </a>
      )}
      {action !== undefined && (
        <Button
          size="small"
          icon={toast.action === undefined ? 'undo-2' : undefined}
          onPress={() => {
            onClose();
            action.run();
          }}
        >
          {action.title}
        </Button>
      )}
      <IconButton icon="x" size="small" label="Close" onPress={onClose} />
    </div>
  );
}
