import styles from './Sparkline.module.css';

export interface SparklineProps {
  readonly values: readonly number[];
  /** What the line shows: "Low parts over 30 days". */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
}

/** A trend without axes. */
export function Sparkline({ values, label, width = 88, height = 28 }: SparklineProps) {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = values.map((value, index) => [
    2 + (index / Math.max(1, values.length - 1)) * (width - 6),
    height - 3 - ((value - low) / range) * (height - 6),
  ]);
  const line = points.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [endX = 0, endY = 0] = points.at(-1) ?? [];
  const summary = values.length === 0 ? label : `${label}: from ${values[0]} to ${values.at(-1)}`;
  return (
    <svg
      className={styles.line}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={summary}
    >
      {values.length > 1 && <polygon className={styles.area} points={`2,${height} ${line} ${endX},${height}`} />}
      <polyline points={line} />
      {values.length > 0 && <circle className={styles.end} cx={endX} cy={endY} r={2} />}
    </svg>
  );
}
