import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './DriveControl.module.css';

/** A frame around the element, which follows it. */
export function Outline({ element }: { readonly element: HTMLElement }) {
  const [box, setBox] = useState(() => element.getBoundingClientRect());
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const next = element.getBoundingClientRect();
      setBox((before) =>
        before.x === next.x && before.y === next.y && before.width === next.width && before.height === next.height
          ? before
          : next,
      );
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [element]);
  useEffect(() => {
    element.setAttribute('data-driven', '');
    return () => element.removeAttribute('data-driven');
  }, [element]);
  if (!element.isConnected) return null;
  const { x: left, y: top, width, height } = box;
  return createPortal(
    <div aria-hidden className={styles.outline} style={{ left, top, width, height }} />,
    document.body,
  );
}
