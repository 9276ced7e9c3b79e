interface Paging<Row> {
  readonly size: number;
  /** The rows that follow, in order: `size` of them at most, the first ones where there is no last one yet. */
  read(last: Row | undefined): Promise<readonly Row[]>;
}

/** Reads rows by their key, page after page, until a page is not full. */
export async function* pagesOf<Row>({ size, read }: Paging<Row>): AsyncGenerator<readonly Row[]> {
  for (let rows = await read(undefined); rows.length > 0;) {
    yield rows;
    if (rows.length < size) return;
    rows = await read(rows.at(-1));
  }
}
