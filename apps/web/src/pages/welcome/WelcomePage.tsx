import { OutsidePage } from '../OutsidePage.js';

export function WelcomePage() {
  return <OutsidePage title="Welcome">{null}</OutsidePage>;
}
