import { Drawer } from '@cubit/web-kit';
import { Canvas } from '../canvas/Canvas.js';
import { Inspector } from '../panels/Inspector.js';
import { Tree } from '../panels/Tree.js';
import { useEditor } from './editor-context.js';
import styles from './view.module.css';

/** The drawing, with contents and details beside it, or as sheets over it. */
export function EditorParts() {
  const { isCompact, side, setSide } = useEditor();
  const close = () => setSide(null);
  if (isCompact)
    return (
      <>
        <div className={styles.parts}>
          <Canvas />
        </div>
        <Drawer title="Contents" side="bottom" open={side === 'tree'} onClose={close}>
          <div className={styles.sheet}>
            <Tree />
          </div>
        </Drawer>
        <Drawer title="Details" side="bottom" open={side === 'inspector'} onClose={close}>
          <Inspector />
        </Drawer>
      </>
    );
  return (
    <div className={styles.parts}>
      <section className={styles.side} aria-label="Contents">
        <Tree />
      </section>
      <Canvas />
      <section className={styles.side} aria-label="Details">
        <Inspector />
      </section>
    </div>
  );
}
