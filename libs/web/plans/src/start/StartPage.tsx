import type { UiKind } from '@cubit/web-client';
import { Button, SegmentedControl } from '@cubit/web-kit';
import { FieldRow, Form, Select } from '@cubit/web-kit/forms';
import { Page } from '@cubit/web-records';
import { useState } from 'react';
import { LEAST_MM } from '../model/edit-plan.js';
import { type Plan, type Unit, UNITS } from '../model/plan.js';
import { oneRoom, rackWall } from '../model/templates.js';
import { CountField } from '../panels/CountField.js';
import { LengthInput } from '../panels/LengthField.js';
import { NameField } from '../panels/NameField.js';
import styles from '../view/view.module.css';
import { FromFile } from './FromFile.js';

const WAYS = [
  { id: 'room', title: 'One room', icon: 'square' },
  { id: 'racks', title: 'Rack wall', icon: 'columns-3' },
  { id: 'file', title: 'From a file', icon: 'upload' },
] as const;

const UNIT_CHOICES = UNITS.map((id) => ({ id, title: id }));
const MOST_RACKS = 100;
const MOST_SHELVES = 50;

export interface StartPageProps {
  readonly kind: UiKind;
  readonly onStart: (plan: Plan) => void;
}

/** A new plan begins with a room, with racks along a wall, or with a document. */
export function StartPage({ kind, onStart }: StartPageProps) {
  const [way, setWay] = useState<string>('room');
  return (
    <Page title={`New ${kind.title.toLowerCase()}`} narrow>
      <div className={styles.start}>
        <div>
          <SegmentedControl label="Begin with" segments={WAYS} value={way} onChange={setWay} />
        </div>
        {way === 'file' ? <FromFile kind={kind} /> : <RoomStart withRacks={way === 'racks'} onStart={onStart} />}
      </div>
    </Page>
  );
}

interface RoomStartProps {
  readonly withRacks: boolean;
  readonly onStart: (plan: Plan) => void;
}

function RoomStart({ withRacks, onStart }: RoomStartProps) {
  const [name, setName] = useState('Workshop');
  const [units, setUnits] = useState<Unit>('mm');
  const [width, setWidth] = useState(5_000);
  const [depth, setDepth] = useState(4_000);
  const [racks, setRacks] = useState(4);
  const [shelves, setShelves] = useState(5);
  const start = () => {
    const room = { name, units, w_mm: width, d_mm: depth };
    onStart(withRacks ? rackWall({ ...room, racks, shelves }) : oneRoom(room));
  };
  return (
    <Form label="Room" onSubmit={start}>
      <FieldRow>
        <NameField label="Name of the room" value={name} onChange={setName} />
        <Select
          label="Lengths in"
          required
          value={units}
          choices={UNIT_CHOICES}
          onChange={(id) => setUnits((id ?? units) as Unit)}
        />
      </FieldRow>
      <FieldRow>
        <LengthInput
          label="Width"
          autoFocus
          unit={units}
          value={width}
          least={LEAST_MM}
          onCommit={(mm = width) => setWidth(mm)}
        />
        <LengthInput
          label="Depth"
          unit={units}
          value={depth}
          least={LEAST_MM}
          onCommit={(mm = depth) => setDepth(mm)}
        />
      </FieldRow>
      {withRacks && (
        <FieldRow>
          <CountField label="Racks" value={racks} most={MOST_RACKS} onChange={setRacks} />
          <CountField label="Shelves of each" value={shelves} most={MOST_SHELVES} onChange={setShelves} />
        </FieldRow>
      )}
      <div>
        <Button type="submit" variant="primary">
          Start drawing
        </Button>
      </div>
    </Form>
  );
}
