import { Panel } from '../src/index.js';
import { BarChart, DonutChart, LineChart } from '../src/charts/index.js';
import styles from './Gallery.module.css';

const WEEKS = [12, 18, 9, 24, 31, 22, 27, 40, 35, 38].map((value, index) => ({ label: `W${index + 1}`, value }));
const STATES = [
  { label: 'In stock', value: 812 },
  { label: 'Low', value: 64 },
  { label: 'None left', value: 23 },
  { label: 'On order', value: 120 },
];

export function Charts() {
  return (
    <div className={styles.grid}>
      <Panel title="Prints a week">
        <BarChart label="Prints a week" points={WEEKS} />
      </Panel>
      <Panel title="Filament used">
        <LineChart label="Filament used" points={WEEKS} format={(value) => `${value} kg`} />
      </Panel>
      <Panel title="Parts by state">
        <DonutChart label="Parts by state" points={STATES} />
      </Panel>
    </div>
  );
}
