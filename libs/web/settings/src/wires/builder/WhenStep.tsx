import { ComboBox } from '@cubit/web-kit/forms';
import { useWorkspace } from '@cubit/web-records';
import type { DeclaredEvent } from './declared.js';
import { finderOf } from './options.js';
import { Step } from './Step.js';

export interface WhenStepProps {
  /** Its name; empty: none yet. */
  readonly event: string;
  readonly declared: DeclaredEvent | undefined;
  readonly onChange: (event: string) => void;
  readonly error: string | undefined;
}

/** The event that a wire reacts to. */
export function WhenStep({ event, declared, onChange, error }: WhenStepProps) {
  const { ui } = useWorkspace();
  const titles = new Map(ui.modules.map(({ name, title }) => [name, title]));
  const options = ui.events.map(({ name, title, module }) => ({ id: name, title, hint: titles.get(module) ?? module }));
  const chosen = options.find(({ id }) => id === event) ?? (event === '' ? undefined : { id: event, title: event });
  return (
    <Step title="When" icon="zap">
      <ComboBox
        label="Event"
        name="event"
        required
        autoFocus={event === ''}
        value={chosen}
        onChange={(option) => onChange(option?.id ?? '')}
        load={finderOf(options)}
        placeholder="Stock low, print failed, order arrived …"
        description={declared?.description ?? undefined}
        error={error}
      />
    </Step>
  );
}
