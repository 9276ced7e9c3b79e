interface Watch {
  /** Waited for before anything is read. */
  readonly begin: () => Promise<unknown>;
  readonly end: () => void;
}

/**
 * A stream that is watched from before it begins until its reader is done. Not a generator: the `finally` of one that was never begun
 * does not run, and a client may be gone by then.
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
        // The credential was judged before the stream was watched: a revocation between the two has to be noticed.
        await (begun ??= begin());
        const next = await stream.next().catch((error: unknown) => ended(Promise.reject(error)));
        return next.done === true ? ended(Promise.resolve(next)) : next;
      },
      return: () => ended(stream.return(undefined)),
    }),
  };
}
