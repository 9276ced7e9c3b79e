import type { ReactNode } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden.js';
import styles from './Chart.module.css';

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** A CSS colour of the tokens: `var(--color-teal)`. */
  readonly color?: string;
}

export interface ChartProps {
  /** What the chart shows; also the caption of its table. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** How values are written. */
  readonly format?: (value: number) => string;
  readonly height?: number;
}

export const CHART_COLORS = ['blue', 'teal', 'amber', 'violet', 'pink', 'green', 'orange', 'cyan', 'red', 'gray'].map(
  (name) => `var(--color-${name})`,
);

export const plainNumber = (value: number): string => new Intl.NumberFormat().format(value);

type ChartFrameProps = Pick<ChartProps, 'label' | 'points' | 'format'> & { readonly children: ReactNode };

/** The drawing for eyes, a table for screen readers. */
export function ChartFrame({ label, points, format = plainNumber, children }: ChartFrameProps) {
  return (
    <figure className={styles.chart}>
      <div aria-hidden="true">{children}</div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {points.map((point, index) => (
              <tr key={`${index} ${point.label}`}>
                <th scope="row">{point.label}</th>
                <td>{format(point.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
