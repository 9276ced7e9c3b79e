import type { createTransport } from 'nodemailer';

type Options = Exclude<Parameters<typeof createTransport>[0], string | undefined>;
type Transport = ReturnType<typeof createTransport>;

/** A transport of nodemailer, made by the first mail: an instance that sends none does without its megabytes. */
export function makeTransport(options: Options): () => Promise<Transport> {
  let made: Promise<Transport> | undefined;
  return () => (made ??= import('nodemailer').then(({ createTransport: create }) => create(options)));
}
