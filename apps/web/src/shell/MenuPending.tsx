import { Button } from '@cubit/web-kit';

/** The place of a menu whose code is on its way. */
export function MenuPending() {
  return (
    <span aria-busy="true">
      <Button variant="quiet" pending label="Loading" />
    </span>
  );
}
