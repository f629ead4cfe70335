/** Entries on a page of most lists, when a request does not say how many. */
const PAGE = 1_000;

/** Returns all entries of a list. `read` gets what to ask for: nothing at first, then the pages that follow. */
export async function wholeList<Entry>(
  read: (query: { pageIndex?: number }) => Promise<readonly Entry[]>,
  { pageSize = PAGE }: { pageSize?: number } = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const page = await read(pageIndex === 0 ? {} : { pageIndex });
    entries.push(...page);
    if (page.length < pageSize) return entries;
  }
}
