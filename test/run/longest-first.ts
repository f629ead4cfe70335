export interface TestFile {
  /** Relative to the repository, with slashes. */
  path: string;
  /** In bytes. */
  size: number;
}

/** What a file of a kind takes on average, in seconds, for files that are not recorded. */
const KINDS: [end: string, seconds: number][] = [
  ['.web-spec.ts', 20],
  ['.e2e-spec.ts', 3.9],
  ['.db-spec.ts', 3],
  ['.contract-spec.ts', 2],
];
const PURE = 1;

/** Files that take more than this are recorded. */
const SLOW = 4;

/** Slow files that start last keep one worker busy while the others wait, so they start first. */
export function longestFirst<T extends TestFile>(files: T[], recorded: Record<string, number>): T[] {
  const seconds = ({ path }: TestFile) => recorded[path] ?? KINDS.find(([end]) => path.endsWith(end))?.[1] ?? PURE;
  return files.toSorted((a, b) => seconds(b) - seconds(a) || b.size - a.size || (a.path < b.path ? -1 : 1));
}

/** Rounded, so that the record changes little from one run to the next. */
export function slowFiles(durations: Iterable<[path: string, milliseconds: number]>): Record<string, number> {
  const slow = [...durations]
    .map(([path, milliseconds]): [string, number] => [path, milliseconds / 1000])
    .filter(([, seconds]) => seconds >= SLOW)
    .map(([path, seconds]): [string, number] => [
      path,
      seconds < 20 ? Math.round(seconds) : Math.round(seconds / 5) * 5,
    ]);
  return Object.fromEntries(slow.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
