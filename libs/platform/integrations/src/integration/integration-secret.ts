import { randomBytes } from 'node:crypto';
import { validationFailed, type AnyConnector, type SecretNeed } from '@cubit/core';
import { filledConfig } from './checked-config.js';

const SECRET_BYTES = 32;

/** Whether an integration so configured needs a secret. */
export function secretNeed(connector: AnyConnector, config: Readonly<Record<string, unknown>>): SecretNeed {
  const { secret = 'required' } = connector;
  return typeof secret === 'function' ? secret(filledConfig(connector, config)) : secret;
}

interface Wanted {
  readonly connector: AnyConnector;
  readonly config: Readonly<Record<string, unknown>>;
  /** What the client sends; null takes the secret away, undefined says nothing of it. */
  readonly sent: string | null | undefined;
  /** There is one already. */
  readonly has: boolean;
}

/** The secret to be kept, and whether it was made here: then, and only then, it is shown. */
export interface ChosenSecret {
  readonly text: string | null;
  readonly made: boolean;
}

/** What is to become of an integration's secret: undefined where it stays as it is. Throws `422` where it cannot be so. */
export function chooseSecret({ connector, config, sent, has }: Wanted): ChosenSecret | undefined {
  const need = secretNeed(connector, config);
  if (need === 'none') {
    if (typeof sent === 'string') throw refused('An integration so configured has no secret.');
    return has ? { text: null, made: false } : undefined;
  }
  if (typeof sent === 'string') {
    const verdict = connector.checkSecret?.(sent) ?? true;
    if (verdict !== true) throw refused(verdict);
    return { text: sent, made: false };
  }
  if (sent === null && need === 'required') throw refused('An integration so configured needs a secret.');
  if (sent === null) return { text: null, made: false };
  if (has || need === 'optional') return undefined;
  const random = randomBytes(SECRET_BYTES);
  return { text: connector.makeSecret?.(random) ?? random.toString('base64url'), made: true };
}

function refused(message: string) {
  return validationFailed([{ path: '/secret', code: 'invalid', message }]);
}
