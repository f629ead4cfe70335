import { open, type FileHandle } from 'node:fs/promises';
import type { StorageFinding, VerifiedStorage } from '#capabilities/storage';

/** Names of documents are for the person who runs Archivolt only. */
const FILE_MODE = 0o600;

const PROBLEMS: Record<StorageFinding['problem'], string> = {
  missing: 'missing',
  size: 'truncated or too long',
  hash: 'altered',
  unreadable: 'unreadable',
  stray: 'stray',
};

/** What `storage verify` has found, one finding in a line of JSON. Without a path nothing is written. */
export class RepairReport implements AsyncDisposable {
  #written: Promise<unknown> = Promise.resolve();

  private constructor(private readonly file: FileHandle | undefined) {}

  /** Opens the file first: that it cannot be written should be known before hours of reading. */
  static async open(path: string | undefined): Promise<RepairReport> {
    return new RepairReport(path === undefined ? undefined : await open(path, 'w', FILE_MODE));
  }

  add(finding: StorageFinding): void {
    const { file } = this;
    if (file) this.#written = this.#written.then(() => file.write(`${JSON.stringify(finding)}\n`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#written;
    } finally {
      await this.file?.close();
    }
  }
}

export function describeFinding({ problem, driver, storageKey, document, ...facts }: StorageFinding): string {
  const { size, foundSize, restoreFrom } = facts;
  const name = document === null ? '' : `, document ${document.id} "${document.name}"`;
  const sizes = problem === 'size' ? `, ${foundSize ?? 0} instead of ${size ?? 0} bytes` : '';
  const [copy] = restoreFrom;
  const remedy = copy === undefined ? 'no copy found' : `a copy is in ${copy.driver}: ${copy.storageKey}`;
  return `${PROBLEMS[problem]}: ${storageKey} in ${driver}${name}${sizes}${problem === 'stray' ? '' : `; ${remedy}`}`;
}

export function describeStorage({ driver, files, ...counts }: VerifiedStorage): string {
  const problems = Object.entries(PROBLEMS).map(
    ([problem, name]) => `${counts[problem as keyof typeof counts]} ${name}`,
  );
  return `${driver}: ${files} ${files === 1 ? 'file' : 'files'}; ${problems.join(', ')}`;
}
