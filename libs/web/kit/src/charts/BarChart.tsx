import { Axes, placeOf, PLOT } from './Axes.js';
import { ticksOf } from './chart-scale.js';
import { ChartFrame, type ChartProps, plainNumber } from './ChartFrame.js';
import { useWidth } from './use-width.js';
import styles from './Chart.module.css';

/** Values beside each other. */
export function BarChart({ label, points, format = plainNumber, height = 220 }: ChartProps) {
  const [ref, full] = useWidth();
  const plot = { ...PLOT, height, width: full };
  const ticks = ticksOf(points.map(({ value }) => value));
  const slot = (plot.width - plot.left) / Math.max(1, points.length);
  const width = Math.min(40, slot * 0.7);
  const at = (index: number) => plot.left + slot * (index + 0.5);
  return (
    <ChartFrame label={label} points={points} format={format}>
      <svg ref={ref} className={styles.drawing} height={height}>
        <Axes plot={plot} ticks={ticks} labels={points.map((point) => point.label)} format={format} at={at} />
        {points.map((point, index) => {
          const [zero, end] = [placeOf(0, ticks, plot), placeOf(point.value, ticks, plot)];
          return (
            <rect
              key={`${index} ${point.label}`}
              className={styles.bar}
              style={{ fill: point.color }}
              x={at(index) - width / 2}
              y={Math.min(zero, end)}
              width={width}
              height={Math.max(1, Math.abs(zero - end))}
              rx={3}
            >
              <title>{`${point.label}: ${format(point.value)}`}</title>
            </rect>
          );
        })}
      </svg>
    </ChartFrame>
  );
}
