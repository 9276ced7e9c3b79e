import { Axes, placeOf, PLOT } from './Axes.js';
import { ticksOf } from './chart-scale.js';
import { ChartFrame, type ChartProps, plainNumber } from './ChartFrame.js';
import { useWidth } from './use-width.js';
import styles from './Chart.module.css';

const MOST_DOTS = 40;

/** One series over time, up to 1,000 points. */
export function LineChart({ label, points, format = plainNumber, height = 220 }: ChartProps) {
  const [ref, full] = useWidth();
  const plot = { ...PLOT, height, width: full };
  const ticks = ticksOf(points.map(({ value }) => value));
  const inner = plot.width - plot.left - 16;
  const at = (index: number) => plot.left + 8 + (index / Math.max(1, points.length - 1)) * inner;
  const line = points
    .map(({ value }, index) => `${at(index).toFixed(1)},${placeOf(value, ticks, plot).toFixed(1)}`)
    .join(' ');
  const zero = placeOf(0, ticks, plot);
  return (
    <ChartFrame label={label} points={points} format={format}>
      <svg ref={ref} className={styles.drawing} height={height}>
        <Axes plot={plot} ticks={ticks} labels={points.map((point) => point.label)} format={format} at={at} />
        {points.length > 1 && (
          <polygon className={styles.area} points={`${at(0)},${zero} ${line} ${at(points.length - 1)},${zero}`} />
        )}
        <polyline className={styles.line} points={line} />
        {points.length <= MOST_DOTS &&
          points.map((point, index) => (
            <circle
              key={`${index} ${point.label}`}
              className={styles.dot}
              cx={at(index)}
              cy={placeOf(point.value, ticks, plot)}
              r={3}
            >
              <title>{`${point.label}: ${format(point.value)}`}</title>
            </circle>
          ))}
      </svg>
    </ChartFrame>
  );
}
