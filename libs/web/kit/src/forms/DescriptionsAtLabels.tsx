import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Icon } from '../icon/Icon.js';
import { useKeys } from '../keys/KeysProvider.js';
import { Tooltip } from '../overlays/Tooltip.js';
import { type FieldHelpProps, HelpButtonContext } from './FieldHelp.js';
import styles from './DescriptionsAtLabels.module.css';

/** Fields below have their descriptions behind a button at the label. In a file of its own: lists do without. */
export function DescriptionsAtLabels({ children }: { readonly children: ReactNode }) {
  useKeys('Form', KEYS);
  return <HelpButtonContext value={HelpButton}>{children}</HelpButtonContext>;
}

/** Its tooltip has the description, a press shows it below the control. It is no stop of Tab: F1 presses it from the control. */
function HelpButton({ ids, description, children }: FieldHelpProps) {
  const { help, descriptionId } = ids;
  return (
    <span className={styles.titled}>
      {children}
      <Tooltip text={typeof description === 'string' ? description : LABEL} keys="f1">
        <Button
          excludeFromTabOrder
          aria-label={LABEL}
          aria-expanded={help?.isOpen}
          aria-controls={descriptionId}
          className={styles.about}
          onPress={() => help?.setOpen(!help.isOpen)}
        >
          <Icon name="info" size={14} />
        </Button>
      </Tooltip>
    </span>
  );
}

/** With the name of the field in it, two controls would have that name. */
const LABEL = 'About this field';
const KEYS = { f1: { title: 'Explain the field', whileTyping: true, run: explainFocused } };

function explainFocused() {
  const about = `.${styles.about}`;
  const field = document.activeElement?.closest(`[data-drive]:has(${about})`);
  field?.querySelector<HTMLElement>(about)?.click();
}
