import { ConfirmDialog } from '@cubit/web-kit';
import { type ReactNode, useState } from 'react';

export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** The verb of the button: "Remove Ada". */
  readonly confirm: string;
  readonly run: () => Promise<unknown>;
}

/** Asks before a change that cannot be undone: `[dialog, ask]`. */
export function useAsk(): readonly [ReactNode, (question: Question) => void] {
  const [question, setQuestion] = useState<Question>();
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    try {
      await question?.run();
    } finally {
      setPending(false);
      setQuestion(undefined);
    }
  };
  const dialog = question && (
    <ConfirmDialog
      open
      danger
      title={question.title}
      confirm={question.confirm}
      pending={pending}
      onConfirm={() => void confirm()}
      onClose={() => setQuestion(undefined)}
    >
      {question.text}
    </ConfirmDialog>
  );
  return [dialog, setQuestion];
}
