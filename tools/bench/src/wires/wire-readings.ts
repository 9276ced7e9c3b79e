import type { Reading } from '../report/results.js';
import type { WireFigures } from './measure-wires.js';

/** The promised values, with the embedded database. */
const PROMISED = { engine: 'postgres', rate: 50, p50Ms: 8, p99Ms: 25, perSecond: 500 } as const;

const NEARLY = 0.95;
const QUEUES = { postgres: 'wake-ups over PostgreSQL', redis: 'wake-ups over Redis' } as const;

/** Delays and rates of wires for the report. */
export function wireReadings({ delays, sustained }: WireFigures): readonly Reading[] {
  return [
    ...delays.flatMap(({ engine, rate, achieved, p50Ms, p99Ms }): Reading[] => {
      const pace =
        achieved < rate * NEARLY
          ? `${String(rate)} per second requested, ${achieved.toFixed(0)} achieved`
          : `${String(rate)} a second`;
      const isPromised = engine === PROMISED.engine && rate === PROMISED.rate;
      const reading = (name: 'p50' | 'p99', value: number, bar: number): Reading => ({
        id: `wires-${engine}-${String(rate)}-${name}`,
        title: `event to finished run, ${pace}, ${name}, ${QUEUES[engine]}`,
        value,
        unit: 'ms',
        bar: isPromised ? bar : null,
      });
      return [reading('p50', p50Ms, PROMISED.p50Ms), reading('p99', p99Ms, PROMISED.p99Ms)];
    }),
    ...sustained.map(({ engine, perSecond }): Reading => ({
      id: `wires-${engine}-sustained`,
      title: `most runs a second, ${QUEUES[engine]}`,
      value: perSecond,
      unit: 'runs/s',
      bar: engine === PROMISED.engine ? PROMISED.perSecond : null,
      atLeast: true,
    })),
  ];
}
