import { withTitles } from '@cubit/web-contract';
import { ComboBox } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import { type Declared, type DeclaredEvent, isMissing, NOT_HERE } from './declared.js';
import { titleFor, titlesIn } from './event-fields.js';
import { MissingModule } from './MissingModule.js';
import { finderOf } from './options.js';
import { Step } from './Step.js';

export interface WhenStepProps {
  /** Its name; empty: none yet. */
  readonly event: string;
  readonly declared: Declared<DeclaredEvent>;
  readonly onChange: (event: string) => void;
  readonly error: string | undefined;
}

/** The event that a wire reacts to. */
export function WhenStep({ event, declared, onChange, error }: WhenStepProps) {
  const { ui } = useWorkspace();
  const titles = new Map(ui.modules.map(({ name, title }) => [name, title]));
  const options = ui.events.map(({ name, title, module }) => ({ id: name, title, hint: titles.get(module) ?? module }));
  const [module = '', ...local] = event.split('.');
  const missing = isMissing(event, declared);
  const { item } = declared;
  const unknown = event === '' ? undefined : { id: event, title: titleFor(local.join('.')) };
  return (
    <Step title="When" icon="zap">
      <ComboBox
        label="Event"
        name="event"
        required
        autoFocus={event === ''}
        value={options.find(({ id }) => id === event) ?? unknown}
        onChange={(option) => onChange(option?.id ?? '')}
        load={finderOf(options)}
        placeholder="Stock low, print failed, order arrived …"
        description={item?.description ? withTitles(item.description, titlesIn(ui, item.payload)) : undefined}
        error={missing && error !== undefined ? NOT_HERE : error}
      />
      {missing && <MissingModule module={module} what="event" />}
    </Step>
  );
}
