import type { createTransport } from 'nodemailer';

type Options = Exclude<Parameters<typeof createTransport>[0], string | undefined>;
type Transport = ReturnType<typeof createTransport>;

/** Loads nodemailer with the first email, to save memory in instances that send none. */
export function makeTransport(options: Options): () => Promise<Transport> {
  let made: Promise<Transport> | undefined;
  return () => (made ??= import('nodemailer').then(({ createTransport: create }) => create(options)));
}
