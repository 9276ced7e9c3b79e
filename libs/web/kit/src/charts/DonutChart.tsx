import { CHART_COLORS, ChartFrame, type ChartProps, plainNumber } from './ChartFrame.js';
import styles from './Chart.module.css';

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;
const GAP = 1.5;

/** Parts of a whole, with their names and numbers beside it. */
export function DonutChart({ label, points, format = plainNumber, height = 160 }: ChartProps) {
  const total = points.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  const parts = points.map((point, index) => ({
    ...point,
    color: point.color ?? CHART_COLORS[index % CHART_COLORS.length],
    from: points.slice(0, index).reduce((sum, { value }) => sum + Math.max(0, value), 0) / (total || 1),
    share: Math.max(0, point.value) / (total || 1),
  }));
  return (
    <ChartFrame label={label} points={points} format={format}>
      <div className={styles.donut}>
        <svg width={height} height={height} viewBox="0 0 100 100">
          {total === 0 && <circle className={styles.ring} cx={50} cy={50} r={RADIUS} />}
          {parts.map(({ label: name, value, color, from, share }, index) => (
            <circle
              key={`${index} ${name}`}
              className={styles.part}
              style={{ stroke: color }}
              cx={50}
              cy={50}
              r={RADIUS}
              strokeDasharray={`${Math.max(0, share * LENGTH - GAP)} ${LENGTH}`}
              strokeDashoffset={-from * LENGTH}
            >
              <title>{`${name}: ${format(value)}`}</title>
            </circle>
          ))}
          <text className={styles.total} x={50} y={56} textAnchor="middle">
            {format(total)}
          </text>
        </svg>
        <ul className={styles.legend}>
          {parts.map(({ label: name, value, color }, index) => (
            <li key={`${index} ${name}`} className={styles.entry}>
              <span className={styles.key} style={{ background: color }} />
              <span className={styles.name}>{name}</span>
              <span className={styles.number}>{format(value)}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  );
}
