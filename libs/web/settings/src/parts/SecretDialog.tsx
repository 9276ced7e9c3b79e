import { Banner, Button, CopyText, DescriptionList, Dialog } from '@cubit/web-kit';
import styles from './parts.module.css';

export interface Secret {
  readonly title: string;
  readonly value: string;
}

export interface SecretDialogProps {
  readonly title: string;
  readonly secrets: readonly Secret[];
  /** What to do with them. */
  readonly advice: string;
  readonly onClose: () => void;
}

/** What the server shows once: links, tokens and secrets, to be copied. */
export function SecretDialog({ title, secrets, advice, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      title={title}
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.stack}>
        <Banner tone="warn">{advice}</Banner>
        <DescriptionList
          items={secrets.map(({ title: name, value }) => ({
            title: name,
            value: <CopyText text={value} label={`Copy ${name}`} />,
          }))}
        />
      </div>
    </Dialog>
  );
}
