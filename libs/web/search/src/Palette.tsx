export interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function Palette({ open }: PaletteProps) {
  return open ? <div /> : null;
}
