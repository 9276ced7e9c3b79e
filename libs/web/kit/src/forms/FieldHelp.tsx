import { type ComponentType, createContext, type ReactNode } from 'react';

export interface FieldHelpIds {
  readonly descriptionId: string;
  /** The description is behind `Button`; undefined where it is always shown. */
  readonly help: FieldHelpState | undefined;
}

interface FieldHelpState {
  readonly Button: ComponentType<FieldHelpProps>;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

export interface FieldHelpProps {
  readonly ids: FieldHelpIds;
  readonly description: ReactNode;
  /** The label. */
  readonly children: ReactNode;
}

/** What fields below have behind their labels, where their descriptions are not shown: in forms of many fields. */
export const HelpButtonContext = createContext<ComponentType<FieldHelpProps> | null>(null);

/** The label, with the button of its description where there is one. */
export function FieldHelp({ children, ...props }: FieldHelpProps) {
  const { help } = props.ids;
  return help ? <help.Button {...props}>{children}</help.Button> : children;
}
