import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { errorOf, validationFailed } from '@cubit/core';
import type { RouteDefinition } from '@cubit/core/host';
import { defineRoute, type Transaction } from '@cubit/database';
import type { AccessParts } from '../access-parts.js';
import type { SetupToken } from '../access-services.js';
import { hashToken } from '../credential/api-token-format.js';
import { Email, emailKey } from '../credential/email-address.js';
import { Name, strict } from '../user/field-schemas.js';
import { DEVICE_COOKIE } from '../credential/known-device.js';
import { joinByInvitation } from '../invitation/join-by-invitation.js';
import { hashPassword } from '../credential/password.js';
import { requireStrongPassword } from '../credential/password-strength.js';
import { sessionActor, signedIn, SignedIn } from './session.route.js';
import { emailTaken } from '../user/email-taken.js';
import { NewPassword, USER_COLUMNS } from '../user/user-row.js';

/** Advisory lock id (any constant): two concurrent first registrations must not both find an empty instance. */
const FIRST_USER_LOCK = 0x63_62_75_31;

const Registration = strict({
  email: Email,
  password: NewPassword,
  name: Name,
  setup_token: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What the first registration of a production instance needs: the program printed it at its start.',
    }),
  ),
  invitation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Token of an invitation to this address: the account joins its workspace.',
    }),
  ),
});

const RegistrationState = Type.Object(
  {
    mode: Type.Unsafe<'first' | 'invite' | 'open'>({
      type: 'string',
      enum: ['first', 'invite', 'open'],
      description: '`first`: the instance has no user, and who registers administers it.',
    }),
    setup_token_needed: Type.Boolean({ description: 'The first registration needs `setup_token`.' }),
    name: Type.String({ description: 'Name of the product.' }),
    version: Type.String({ description: 'Version of the product.' }),
  },
  { additionalProperties: false, $id: 'RegistrationState' },
);

/** Tells a sign-in page, which has no credential, whether an account can be created here. */
export function registrationStateRoute({ services }: AccessParts): RouteDefinition {
  const { database, settings } = services;
  // Users are never all deleted, so this is asked until the first one is there.
  let known = false;
  return defineRoute({
    operationId: 'getRegistration',
    method: 'GET',
    path: '/api/v1/me/registration',
    summary: 'Who may register',
    description: 'Whether accounts can be created: by the first user, with an invitation, or by anybody.',
    tag: 'Sign-in',
    access: 'anonymous',
    responses: { 200: { description: 'How registration is set.', schema: RegistrationState } },
    errors: [],
    async handler() {
      known ||= await hasUsers(database.db);
      const mode = known ? settings.registration : 'first';
      const setup_token_needed = mode === 'first' && settings.setupToken !== undefined;
      return { status: 200, body: { mode, setup_token_needed, name: 'Cubit', version: settings.version } };
    },
  });
}

export function registrationRoute({ services, sessions, devices, passwords }: AccessParts): RouteDefinition {
  const { database, settings, newId, now } = services;

  /** Throws unless somebody may register. */
  function requireRegistration(isFirst: boolean, given: { invitation?: string; setup_token?: string }): void {
    if (isFirst && !isSetupToken(settings.setupToken, given.setup_token)) throw setupTokenNeeded();
    if (!isFirst && given.invitation === undefined && settings.registration !== 'open') throw registrationClosed();
  }

  return defineRoute({
    operationId: 'register',
    method: 'POST',
    path: '/api/v1/me/registration',
    summary: 'Create an account and sign in',
    description:
      'The first user of an instance becomes its administrator, and in production needs `setup_token`. Later users need an invitation, unless registration is open.',
    tag: 'Sign-in',
    access: 'anonymous',
    rateClass: 'sign_in',
    body: {
      schema: Registration,
      example: { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada Lovelace' },
    },
    responses: { 201: { description: 'Registered and signed in.', schema: SignedIn } },
    errors: ['forbidden', 'already_exists', 'too_guessable', 'validation_failed'],
    secrets: ['token'],
    async handler(request) {
      const { email, password, name, invitation } = request.body;
      // An early check before the costly hash; the check below, in the transaction, is decisive.
      requireRegistration(!(await hasUsers(database.db)), request.body);
      await requireStrongPassword(passwords, password, { email, name, publicUrl: settings.publicUrl });
      const password_hash = await hashPassword(password);
      return request.transaction(async (tx) => {
        const instance_admin = await isFirstUser(tx);
        requireRegistration(instance_admin, request.body);
        const at = now();
        const user = await tx.db
          .insertInto('app_user')
          .values({
            id: newId(),
            email: email.trim(),
            email_key: emailKey(email),
            name,
            password_hash,
            instance_admin,
            created_at: at,
            updated_at: at,
          })
          .onConflict((conflict) => conflict.column('email_key').doNothing())
          .returning(USER_COLUMNS)
          .executeTakeFirst();
        // The invitation is checked first: only invited people learn whether an address has an account.
        const joiner = { userId: user?.id ?? null, email, at };
        const joined = invitation === undefined ? null : await joinByInvitation(tx, invitation, joiner);
        if (invitation !== undefined && joined === null) throw invitationInvalid();
        if (!user) throw emailTaken();
        if (instance_admin) tx.afterCommit(() => settings.setupToken?.used());
        const session = await sessions.start(tx, user.id, request);
        const entry = { actor: sessionActor(user.id, session.sessionId), address: request.address };
        await audit(tx, {
          ...entry,
          workspaceId: null,
          action: 'user.registered',
          target: { email: user.email, instance_admin },
        });
        if (joined) {
          const target = { user_id: user.id, role: joined.role, invitation_id: joined.invitationId };
          await audit(tx, { ...entry, workspaceId: joined.workspaceId, action: 'member.joined', target });
        }
        return signedIn(session, user, devices.remember(request.headers.cookies[DEVICE_COOKIE], email));
      });
    },
  });
}

async function hasUsers(db: AccessParts['services']['database']['db']): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function isFirstUser(tx: Transaction): Promise<boolean> {
  if (await hasUsers(tx.db)) return false;
  await sql`select pg_advisory_xact_lock(${FIRST_USER_LOCK})`.execute(tx.db);
  return !(await hasUsers(tx.db));
}

function isSetupToken(expected: SetupToken | undefined, given: string | undefined): boolean {
  if (expected === undefined) return true;
  return given !== undefined && timingSafeEqual(hashToken(given.trim()), hashToken(expected.value));
}

function setupTokenNeeded() {
  return errorOf('forbidden', 'The first registration needs the setup token, which the program printed at its start.', {
    details: [{ path: '/setup_token', code: 'invalid', message: 'is not the setup token.' }],
  });
}

function registrationClosed() {
  return errorOf('forbidden', 'Registration is by invitation.');
}

function invitationInvalid() {
  return validationFailed([
    { path: '/invitation', code: 'invalid', message: 'is not an invitation that can be accepted.' },
  ]);
}
