import { useRef, useState } from 'react';
import { Icon } from '../icon/Icon.js';
import styles from './CopyText.module.css';

export interface CopyTextProps {
  readonly text: string;
  /** Name of the button. */
  readonly label: string;
}

/** A text that a click copies. Without a clipboard (plain HTTP) it selects the text instead. */
export function CopyText({ text, label }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const copy = async () => {
    const select = () => ref.current !== null && window.getSelection()?.selectAllChildren(ref.current);
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Neither insecure contexts nor a refused permission have a clipboard.
      select();
    }
  };
  return (
    <span className={styles.copy}>
      <code ref={ref} className={styles.text}>
        {text}
      </code>
      <button type="button" className={styles.button} aria-label={label} title={label} onClick={() => void copy()}>
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </button>
      <span role="status" className={styles.said}>
        {copied ? 'Copied' : ''}
      </span>
    </span>
  );
}
