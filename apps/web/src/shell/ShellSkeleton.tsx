import styles from './WorkspaceLayout.module.css';

/** The place of the shell while the workspace is loaded. */
export function ShellSkeleton() {
  return (
    <div className={styles.shell}>
      <main id="content" aria-busy="true" aria-label="Loading" tabIndex={-1} />
    </div>
  );
}
