import { Banner, Button } from '@cubit/web-kit';
import type { Draft } from './use-draft.js';

/** Says that a form began with what was typed before. */
export function ResumedDraft({ draft }: { readonly draft: Pick<Draft, 'isResumed' | 'startAgain'> | undefined }) {
  if (draft?.isResumed !== true) return null;
  return (
    <Banner action={<Button onPress={draft.startAgain}>Start again</Button>}>
      Go on with your draft, or start again.
    </Banner>
  );
}
