interface Watch {
  /** Awaited before anything is read. */
  readonly begin: () => Promise<unknown>;
  readonly end: () => void;
}

/**
 * A stream that is watched from before it begins until its reader is done. Not a generator: the `finally` of a
 * generator that never started does not run, and a client may have disconnected by then.
 */
export function watchedStream(stream: AsyncGenerator<string>, { begin, end }: Watch): AsyncIterable<string> {
  let begun: Promise<unknown> | undefined;
  const ended = async (last: Promise<IteratorResult<string>>) => {
    end();
    return last;
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        // The credential was checked before the stream was watched: a revocation in between must be detected.
        await (begun ??= begin());
        const next = await stream.next().catch((error: unknown) => ended(Promise.reject(error)));
        return next.done === true ? ended(Promise.resolve(next)) : next;
      },
      return: () => ended(stream.return(undefined)),
    }),
  };
}
