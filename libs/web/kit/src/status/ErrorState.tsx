import type { ReactNode } from 'react';
import { Button } from '../actions/Button.js';
import { Icon } from '../icon/Icon.js';
import { CopyText } from './CopyText.js';
import styles from './State.module.css';

export interface ErrorStateProps {
  /** What happened, in words. */
  readonly message: string;
  /** `X-Request-Id` of the answer. */
  readonly requestId?: string;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** Other ways out: a link, an explanation. */
  readonly children?: ReactNode;
}

/** A part that failed; what is beside it stays usable. */
export function ErrorState({ message, requestId, onRetry, retrying = false, children }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.iconBad}>
        <Icon name="triangle-alert" size={24} />
      </span>
      <p className={styles.title}>{message}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {onRetry !== undefined && (
        <div className={styles.actions}>
          <Button icon="rotate-ccw" pending={retrying} onPress={onRetry}>
            Retry
          </Button>
        </div>
      )}
      {requestId !== undefined && (
        <p className={styles.request}>
          Request <CopyText text={requestId} label="Copy the request id" />
        </p>
      )}
    </div>
  );
}
