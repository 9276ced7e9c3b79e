import { sql } from 'kysely';
import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { defineRoute, type RouteDefinition } from '../contract/route.js';
import type { Transaction } from '../database/transaction.js';
import { fail, validationFailed } from '../errors/cubit-error.js';
import type { AccessParts } from './access-parts.js';
import { Email, emailKey } from './email-address.js';
import { Name, strict } from './field-schemas.js';
import { joinByInvitation } from './join-by-invitation.js';
import { hashPassword } from './password.js';
import { sessionActor, signedIn, SignedIn } from './session.route.js';
import { emailTaken } from './email-taken.js';
import { NewPassword, USER_COLUMNS } from './user-row.js';

/** Any constant: two first registrations at once must not both find an empty instance. */
const FIRST_USER_LOCK = 0x63_62_75_31;

export function registrationRoute({ services, sessions }: AccessParts): RouteDefinition {
  const { database, settings, newId, now } = services;

  function mayRegister(isFirst: boolean, invitation: string | undefined): boolean {
    return isFirst || invitation !== undefined || settings.registration === 'open';
  }

  return defineRoute({
    operationId: 'register',
    method: 'POST',
    path: '/api/v1/me/registration',
    summary: 'Create an account and sign in',
    description:
      'The first user of an instance becomes its administrator. Later ones need an invitation, unless the instance is open to everybody.',
    tag: 'Sign-in',
    access: 'anonymous',
    rateClass: 'sign_in',
    body: {
      schema: strict({
        email: Email,
        password: NewPassword,
        name: Name,
        invitation: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'Token of an invitation: the account joins its workspace.',
          }),
        ),
      }),
      example: { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada Lovelace' },
    },
    responses: { 201: { description: 'Registered and signed in.', schema: SignedIn } },
    errors: ['forbidden', 'already_exists', 'validation_failed'],
    secrets: ['token'],
    async handler(request) {
      const { email, password, name, invitation } = request.body;
      // Before the costly hash; what counts is the check below, which nothing can overtake.
      if (!mayRegister(!(await hasUsers(database.db)), invitation)) throw registrationClosed();
      const password_hash = await hashPassword(password);
      return request.transaction(async (tx) => {
        const instance_admin = await isFirstUser(tx);
        if (!mayRegister(instance_admin, invitation)) throw registrationClosed();
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
        // The invitation goes first: whether an address has an account is told to invited people alone.
        const joiner = { userId: user?.id ?? null, at };
        const joined = invitation === undefined ? null : await joinByInvitation(tx, invitation, joiner);
        if (invitation !== undefined && joined === null) throw invitationInvalid();
        if (!user) throw emailTaken();
        const session = await sessions.start(tx, user.id);
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
        return signedIn(session, user);
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

function registrationClosed() {
  return fail('forbidden', 'Registration is by invitation.');
}

function invitationInvalid() {
  return validationFailed([
    { path: '/invitation', code: 'invalid', message: 'is not an invitation that can be accepted.' },
  ]);
}
