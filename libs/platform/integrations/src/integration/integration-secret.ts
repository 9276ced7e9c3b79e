import { randomBytes } from 'node:crypto';
import { validationFailed } from '@cubit/core';
import type { AnyConnector, SecretNeed } from '@cubit/core/host';
import { filledConfig } from './checked-config.js';

const SECRET_BYTES = 32;

/** Whether an integration with this configuration needs a secret. */
export function secretNeed(connector: AnyConnector, config: Readonly<Record<string, unknown>>): SecretNeed {
  const { secret = 'required' } = connector;
  return typeof secret === 'function' ? secret(filledConfig(connector, config)) : secret;
}

interface SecretChange {
  readonly connector: AnyConnector;
  readonly config: Readonly<Record<string, unknown>>;
  /** The secret in the request. Null removes the secret; undefined keeps it. */
  readonly sent: string | null | undefined;
  /** Whether the integration has a secret. */
  readonly has: boolean;
}

/** The new secret. A generated secret (`made`) is returned to the client once. */
export interface ResolvedSecret {
  readonly text: string | null;
  readonly made: boolean;
}

/** The new secret of an integration; undefined if it does not change. Throws `422` if the request does not match the configuration. */
export function resolveSecret({ connector, config, sent, has }: SecretChange): ResolvedSecret | undefined {
  const need = secretNeed(connector, config);
  if (need === 'none') {
    if (typeof sent === 'string') throw invalidSecret('An integration with this configuration has no secret.');
    return has ? { text: null, made: false } : undefined;
  }
  if (typeof sent === 'string') {
    const verdict = connector.checkSecret?.(sent) ?? true;
    if (verdict !== true) throw invalidSecret(verdict);
    return { text: sent, made: false };
  }
  if (sent === null && need === 'required')
    throw invalidSecret('An integration with this configuration requires a secret.');
  if (sent === null) return { text: null, made: false };
  if (has || need === 'optional') return undefined;
  const random = randomBytes(SECRET_BYTES);
  return { text: connector.makeSecret?.(random) ?? random.toString('base64url'), made: true };
}

function invalidSecret(message: string) {
  return validationFailed([{ path: '/secret', code: 'invalid', message }]);
}
