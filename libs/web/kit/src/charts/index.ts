/** Charts of up to 1,000 points, each with a table for screen readers. */
export { BarChart } from './BarChart.js';
export type { ChartPoint, ChartProps } from './ChartFrame.js';
export { DonutChart } from './DonutChart.js';
export { LineChart } from './LineChart.js';
