import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, until } from '@cubit/testing';
import { PasswordStrengthThread } from './password-strength.js';

const threads: PasswordStrengthThread[] = [];
function guessingThread(options?: { readonly idleMs: number }): PasswordStrengthThread {
  const thread = new PasswordStrengthThread(options);
  threads.push(thread);
  return thread;
}
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

describe('the password strength checker', () => {
  it('rejects common passwords, keyboard rows, repeated characters and words from the account', async () => {
    const judge = guessingThread();
    const context = ['ada@example.org', 'Ada Lovelace', 'Lovelace', 'maker-lab'];
    const judged = async (passwords: readonly string[]) =>
      Promise.all(passwords.map((password) => judge.isTooGuessable(password, context)));
    const guessable = [
      'password123',
      '1234567890',
      'aaaaaaaaaa',
      'qwertyuiop1',
      'Passw0rd!2024',
      'ada@example.org',
      'maker-lab1',
    ];
    expect(await judged(guessable)).toEqual(guessable.map(() => true));
    const good = ['correct horse battery', 'staple correct horse', 'a long enough password', 'kV9$rt-2mQx8'];
    expect(await judged(good)).toEqual(good.map(() => false));
  });

  it('checks only the first 72 characters', async () => {
    const judge = guessingThread();
    expect(await judge.isTooGuessable(`${'a'.repeat(72)} correct horse battery`, [])).toBe(true);
    expect(await judge.isTooGuessable(`correct horse battery${'\u{1f511}'.repeat(900)}`, [])).toBe(false);
  });

  it('ends its idle thread and starts a new one on demand', async () => {
    const judge = guessingThread({ idleMs: 50 });
    expect(judge.running).toBe(false);
    await judge.isTooGuessable('password123', []);
    expect(judge.running).toBe(true);
    await until('the idle thread ends', () => !judge.running);
    expect(await judge.isTooGuessable('password123', [])).toBe(true);
  });

  it('rejects pending checks when it is closed', async () => {
    const judge = guessingThread();
    const refused = expect(judge.isTooGuessable('password123', [])).rejects.toThrow('stopping');
    await judge.close();
    await refused;
  });
});

describe('a password that is easy to guess', () => {
  let server: TestServer | undefined;
  const started = async () => (server ??= await createTestServer({ passwords: new PasswordStrengthThread() }));
  afterAll(() => server?.close());
  const refusal = {
    status: 422,
    body: { error: { code: 'too_guessable', details: [{ path: '/password', code: 'too_guessable' }] } },
  };

  it.each([
    ['a common one', 'password123'],
    ['the address', 'grace.hopper@example.org'],
    ['the name', 'Grace Hopper'],
    ['the address of the instance', 'cubit.test1'],
  ])('is refused at registration: %s', async (_, password) => {
    const person = { email: 'grace.hopper@example.org', name: 'Grace Hopper', password };
    expect(await (await started()).anonymous.post('/api/v1/me/registration', person)).toMatchObject(refusal);
  });

  it('is refused in a change of password, and accepted for comparison at sign-in', async () => {
    const { register, as, anonymous } = await started();
    const user = await register();
    const change = { password: 'password123', current_password: user.password };
    expect(await as(user).patch('/api/v1/me', change)).toMatchObject(refusal);
    const signIn = (password: string) => anonymous.post('/api/v1/me/session', { email: user.email, password });
    expect((await signIn('password123')).status).toBe(401);
    expect((await signIn(user.password)).status).toBe(201);
  });

  it('is reported only to users who know the current one', async () => {
    const { register, as } = await started();
    const change = { password: 'password123', current_password: 'not the password' };
    const refused = await as(await register()).patch('/api/v1/me', change);
    expect(refused.body).toMatchObject({ error: { details: [{ path: '/current_password', code: 'wrong' }] } });
  });
});
