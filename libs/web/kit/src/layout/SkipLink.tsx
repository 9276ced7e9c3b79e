import styles from './SkipLink.module.css';

export interface SkipLinkProps {
  /** Id of the `main` element, which needs `tabIndex={-1}`. */
  readonly target: string;
}

/** The first Tab stop of every page. */
export function SkipLink({ target }: SkipLinkProps) {
  return (
    <a className={styles.link} href={`#${target}`}>
      Skip to content
    </a>
  );
}
