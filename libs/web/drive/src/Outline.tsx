import { useEffect } from 'react';
import './DriveControl.module.css';

/** Marks the element, which the style sheet outlines, as long as this is mounted. */
export function Outline({ element }: { readonly element: HTMLElement }) {
  useEffect(() => {
    element.setAttribute('data-driven', '');
    return () => element.removeAttribute('data-driven');
  }, [element]);
  return null;
}
