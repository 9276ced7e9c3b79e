import { Button } from '@cubit/web-kit';
import { Form, TextField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { OutsidePage } from '../OutsidePage.js';
import { isSlug, slugOf } from './slug.js';

export interface ChosenWorkspace {
  readonly name: string;
  readonly slug: string;
}

export interface WorkspaceStepProps {
  readonly initial: ChosenWorkspace;
  readonly onDone: (workspace: ChosenWorkspace) => void;
}

export function WorkspaceStep({ initial, onDone }: WorkspaceStepProps) {
  const [name, setName] = useState(initial.name);
  const [slug, setSlug] = useState<string>();
  const [tried, setTried] = useState(false);
  const address = slug ?? slugOf(name);
  const submit = () => {
    setTried(true);
    if (name.trim() !== '' && isSlug(address)) onDone({ name: name.trim(), slug: address });
  };
  return (
    <OutsidePage title="Name your workspace" lead="A workspace holds the parts, projects and machines of one workshop.">
      <Form onSubmit={submit}>
        <TextField
          label="Workspace name"
          value={name}
          onChange={setName}
          error={tried && name.trim() === '' ? 'Enter a name.' : undefined}
          autoComplete="organization"
          autoFocus
        />
        <TextField
          label="Address"
          description="Part of every link to the workspace"
          before={<span aria-hidden>/w/</span>}
          value={address}
          onChange={setSlug}
          error={tried && name.trim() !== '' && !isSlug(address) ? 'Use small letters, digits and hyphens.' : undefined}
          mono
        />
        <Button type="submit" variant="primary" wide>
          Continue
        </Button>
      </Form>
    </OutsidePage>
  );
}
