import { messageOf, requestIdOf } from '@cubit/web-contract';
import type { ReactNode } from 'react';
import { Button } from '../actions/Button.js';
import { Icon } from '../icon/Icon.js';
import { CopyText } from './CopyText.js';
import styles from './State.module.css';

export interface ErrorStateProps {
  /** What failed. Its message is shown, and the `X-Request-Id` of the answer. */
  readonly error: unknown;
  /** Says what happened in place of the error's message. */
  readonly message?: string;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** Other ways out: a link, an explanation. */
  readonly children?: ReactNode;
}

/** A part that failed; what is beside it stays usable. */
export function ErrorState({ error, message, onRetry, retrying = false, children }: ErrorStateProps) {
  const requestId = requestIdOf(error);
  return (
    <div className={styles.state} role="alert">
      <span className={styles.iconBad}>
        <Icon name="triangle-alert" size={24} />
      </span>
      <p className={styles.title}>{message ?? messageOf(error)}</p>
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
