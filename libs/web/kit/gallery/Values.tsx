import {
  Avatar,
  Badge,
  Card,
  DescriptionList,
  Icon,
  IconButton,
  Mark,
  Money,
  Num,
  Panel,
  Progress,
  RelativeTime,
  Sparkline,
  Status,
  Tag,
  Tile,
} from '../src/index.js';
import styles from './Gallery.module.css';

const TREND = [4, 5, 5, 7, 6, 8, 9, 7, 7, 10, 12, 11, 14, 12, 15];
const PEOPLE = [
  'Ada Lovelace',
  'Grace Hopper',
  'Linus',
  'Mary Ward',
  'Hedy Lamarr',
  'Alan T',
  'Radia P',
  'Ken Q',
  'Jo X',
];
const AGO = new Date(Date.now() - 3 * 3_600_000).toISOString();

const ROWS = [
  ['M3×10 screw, A2', 'SCR-0310', '1240', 'pcs', '0.0315', 'In stock', 'ok'],
  ['PLA filament, black', 'FIL-PLA-BK', '0.75', 'kg', '19.9', 'Low', 'warn'],
  ['NEMA 17 stepper', 'MOT-17', '0', 'pcs', '11.2', 'None left', 'bad'],
  ['Linear rail MGN12', 'RAIL-MGN12', '6', 'pcs', '24', 'On order', 'info'],
] as const;

export function Values() {
  return (
    <div className={styles.stack}>
      <div className={styles.tiles}>
        <Tile
          title="Low"
          icon="triangle-alert"
          tone="warn"
          value="12"
          href="#"
          note="3 more than 30 days ago"
          trend={<Sparkline values={TREND} label="Low parts" />}
        />
        <Tile
          title="Printing"
          icon="printer"
          value="3"
          href="#"
          note="2 machines are free"
          trend={<Sparkline values={[1, 2, 2, 3, 1, 3]} label="Prints" />}
        />
        <Tile
          title="Stock value"
          icon="coins"
          value={<Money amount="48210.5" currency="EUR" />}
          note="Without consumables"
        />
        <Tile title="Failed wires" icon="zap" tone="bad" value="1" href="#" note={<RelativeTime at={AGO} />} />
      </div>
      <Panel
        title="Parts"
        icon="package"
        count={4}
        flush
        actions={<IconButton icon="ellipsis" label="More" size="small" />}
      >
        <Rows />
      </Panel>
      <div className={styles.grid}>
        <Panel title="Details">
          <DescriptionList
            items={[
              { title: 'Category', value: 'Fasteners' },
              { title: 'Available', value: <Num value="1240.5" unit="pcs" tone="warn" /> },
              { title: 'Price', value: <Money amount="0.0315" currency="EUR" /> },
              { title: 'Exact', value: <Num value="900719925474099123.123456" /> },
              { title: 'Changed', value: <RelativeTime at={AGO} /> },
              { title: 'Progress', value: <Progress label="Print" value={0.62} showValue /> },
              { title: 'Import', value: <Progress label="Import" /> },
            ]}
          />
        </Panel>
        <PeopleAndTags />
      </div>
    </div>
  );
}

function PeopleAndTags() {
  return (
    <Panel title="People and tags">
      <div className={styles.stack}>
        <div className={styles.row}>
          {PEOPLE.map((name) => (
            <Avatar key={name} name={name} size={24} />
          ))}
          <Avatar name="Ada Lovelace" size={32} />
        </div>
        <div className={styles.row}>
          <Tag color="teal">prototype</Tag>
          <Tag>urgent</Tag>
          <Tag color="pink" onRemove={() => undefined}>
            gift shop
          </Tag>
          <Badge tone="accent">3</Badge>
          <Badge>12</Badge>
          <Badge tone="warn">beta</Badge>
          <Badge tone="bad">2 new</Badge>
        </div>
        <div className={styles.row}>
          <Mark size={32} label="Cubit" />
          <Mark />
          {(['package', 'printer', 'zap', 'map', 'workflow', 'scan-barcode', 'truck'] as const).map((name) => (
            <Icon key={name} name={name} size={20} />
          ))}
        </div>
        <Card linked>
          <a href="#card">Change the nozzle of machine 2</a>
          <div className={styles.row}>
            <Status tone="info">Doing</Status>
            <Avatar name="Grace Hopper" />
          </div>
        </Card>
      </div>
    </Panel>
  );
}

function Rows() {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>Name</th>
            <th>Number</th>
            <th className={styles.number}>Available</th>
            <th className={styles.number}>Price</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, ipn, value, unit, amount, status, tone]) => (
            <tr key={ipn}>
              <td>
                <a href={`#${ipn}`}>{name}</a>
              </td>
              <td>
                <code>{ipn}</code>
              </td>
              <td className={styles.number}>
                <Num value={value} unit={unit} tone={tone === 'warn' ? 'warn' : undefined} />
              </td>
              <td className={styles.number}>
                <Money amount={amount} currency="EUR" />
              </td>
              <td>
                <Status tone={tone} hollow={tone === 'info'}>
                  {status}
                </Status>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
