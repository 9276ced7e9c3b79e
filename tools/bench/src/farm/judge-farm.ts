import type { Finding } from '../crash/verdict.js';
import { allRows } from '../data/all-rows.js';
import type { Api } from '../data/api.js';
import { GRAMS_PER_SPOOL, type Farm } from './prepare-farm.js';
import type { Print } from './run-machine.js';

interface EndEvent {
  readonly name: string;
  readonly payload: {
    readonly jobId: string;
    readonly materials: readonly { readonly causeKey: string; readonly usedG: number }[];
  };
}
interface Row {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const STATES = ['completed', 'failed', 'cancelled'] as const;
/** Grams are rounded to a tenth of a milligram. */
const TOLERANCE_G = 0.001;

/** Compares the records of the machines with the data of the API. */
export async function judgeFarm(api: Api, farm: Farm, prints: readonly Print[]): Promise<readonly Finding[]> {
  const { path, filament, machines } = farm;
  const ends: EndEvent[] = [];
  for (const state of STATES)
    ends.push(...(await allRows<EndEvent>(api, `${path}/event-log?name=digifab.print.${state}`)));
  const endsOf = Map.groupBy(ends, ({ payload }) => payload.jobId);
  const ledger = await allRows<Row>(
    api,
    `${path}/modules/inventory/records/movement?filter=${encodeURIComponent('type == "print_consume"')}`,
  );
  const taken = new Map(ledger.map(({ fields }) => [String(fields['cause_key']), -Number(fields['qty_delta'])]));
  const printed = new Set(prints.map(({ job }) => job));
  const spools = await allRows<Row>(api, `${path}/modules/inventory/records/stock_item?fields=qty`);
  const { fields: part } = await api.get<Row>(`${path}/modules/inventory/records/part/${filament}`);
  const standing = await allRows<Row>(api, `${path}/modules/digifab/records/machine`);
  const reserved = await allRows<Row>(
    api,
    `${path}/modules/inventory/records/reservation?filter=${encodeURIComponent('status == "active"')}`,
  );
  const inSpools = spools.reduce((sum, { fields }) => sum + Number(fields['qty']), 0);
  const inLedger = [...taken.values()].reduce((sum, grams) => sum + grams, 0);
  const ofPrints = (title: string, isWrong: (print: Print) => boolean): Finding => ({
    title,
    wrong: prints.filter(isWrong).length,
    of: prints.length,
  });
  const keyOf = ({ job }: Print) => `digifab:job:${job}:1:0`;
  return [
    ofPrints('prints without exactly one end', ({ job }) => endsOf.get(job)?.length !== 1),
    ofPrints(
      'prints with another end than their machine recorded',
      ({ job, state }) => endsOf.get(job)?.[0]?.name !== `digifab.print.${state}`,
    ),
    {
      title: 'ends of unknown prints',
      wrong: ends.filter(({ payload }) => !printed.has(payload.jobId)).length,
      of: ends.length,
    },
    ofPrints(
      'prints whose filament was not posted, or not as it was used',
      (print) => Math.abs((taken.get(keyOf(print)) ?? 0) - print.usedG) > TOLERANCE_G,
    ),
    {
      title: 'postings too many',
      wrong: ledger.length - prints.filter((print) => taken.has(keyOf(print))).length,
      of: ledger.length,
    },
    {
      title: 'milligrams between the ledger, the spools and the part',
      wrong:
        milligrams(machines.length * GRAMS_PER_SPOOL - inLedger - inSpools) +
        milligrams(Number(part['on_hand']) - inSpools),
      of: Math.round(inLedger * 1_000),
    },
    {
      title: 'machines that are not idle and free',
      wrong: standing.filter(({ fields }) => fields['status'] !== 'idle' || fields['current_job'] !== undefined).length,
      of: machines.length,
    },
    { title: 'reservations left behind', wrong: reserved.length, of: prints.length },
  ];
}

function milligrams(grams: number): number {
  return Math.round(Math.abs(grams) * 1_000);
}
