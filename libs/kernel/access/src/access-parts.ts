import type { AccessServices } from './access-services.js';
import type { KnownDevices } from './credential/known-device.js';
import type { PasswordAttempts } from './credential/password-attempts.js';
import type { PasswordStrengthChecker } from './credential/password-strength.js';
import type { RevocableStreams } from './credential/revocable-streams.js';
import type { Sessions } from './credential/sessions.js';
import type { TokenUsage } from './credential/token-usage.js';

/** Services that the routes of this library use. */
export interface AccessParts {
  readonly services: AccessServices;
  readonly sessions: Sessions;
  readonly tokenUsage: TokenUsage;
  readonly passwords: PasswordStrengthChecker;
  readonly devices: KnownDevices;
  readonly attempts: PasswordAttempts;
  readonly streams: RevocableStreams;
}
