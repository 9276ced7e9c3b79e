interface PageReader<Row> {
  readonly size: number;
  /** Returns up to `size` rows after `last`, in order; the first rows if `last` is undefined. */
  read(last: Row | undefined): Promise<readonly Row[]>;
}

/** Reads rows page by page until a page is not full. */
export async function* pagesOf<Row>({ size, read }: PageReader<Row>): AsyncGenerator<readonly Row[]> {
  for (let rows = await read(undefined); rows.length > 0;) {
    yield rows;
    if (rows.length < size) return;
    rows = await read(rows.at(-1));
  }
}
