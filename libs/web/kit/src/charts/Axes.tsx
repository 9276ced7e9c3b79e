import styles from './Chart.module.css';

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bottom: number;
}

export const PLOT: Omit<Plot, 'height' | 'width'> = { left: 44, bottom: 24 };

/** Vertical place of a value between the lowest and the highest tick. */
export function placeOf(value: number, ticks: readonly number[], plot: Plot): number {
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  return 8 + (1 - (value - low) / (high - low || 1)) * (plot.height - plot.bottom - 8);
}

export interface AxesProps {
  readonly plot: Plot;
  readonly ticks: readonly number[];
  readonly labels: readonly string[];
  readonly format: (value: number) => string;
  /** Horizontal place of a label. */
  readonly at: (index: number) => number;
}

export function Axes({ plot, ticks, labels, format, at }: AxesProps) {
  const every = Math.max(1, Math.ceil(labels.length / (plot.width / 56)));
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={styles.rule}
            x1={plot.left}
            x2={plot.width}
            y1={placeOf(tick, ticks, plot)}
            y2={placeOf(tick, ticks, plot)}
          />
          <text className={styles.tick} x={plot.left - 8} y={placeOf(tick, ticks, plot) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {labels.map((label, index) =>
        index % every === 0 ? (
          <text key={`${index} ${label}`} className={styles.tick} x={at(index)} y={plot.height - 6} textAnchor="middle">
            {label}
          </text>
        ) : null,
      )}
    </>
  );
}
