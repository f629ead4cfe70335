import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { boundedBytes } from '#archive/documents';
import type { FileRecord } from './archive-records.js';
import type { ImportRun } from './import-run.js';
import { NotImported } from './record-checks.js';

/** Reads the files of a source. What it cannot give is a reason to leave a document out, not to end the import. */
@Injectable()
export class SourceFiles {
  constructor(private readonly config: DocumentsConfig) {}

  /** Calls `work` with the file and closes it. */
  async read<Result>(
    { source, signal }: ImportRun,
    file: FileRecord,
    work: (content: Readable) => Promise<Result>,
  ): Promise<Result> {
    let failure: Error | undefined;
    let content: Readable | undefined;
    try {
      content = await source.open(file, signal);
      // Without a listener a failure between two reads would end the process.
      content.on('error', (error: Error) => (failure = error));
      return await work(content);
    } catch (error) {
      signal.throwIfAborted();
      if (content === undefined || (failure !== undefined && isCausedBy(error, failure)))
        throw new NotImported(`Its file cannot be read: ${(error as Error).message}`);
      throw error;
    } finally {
      content?.destroy();
    }
  }

  /** The hash and size of a file that may be stored. */
  async measure(run: ImportRun, file: FileRecord): Promise<{ sha256: string; size: number }> {
    return this.read(run, file, async (content) => {
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of boundedBytes(content, this.config.maxUploadBytes)) {
        hash.update(chunk);
        size += chunk.length;
        run.signal.throwIfAborted();
      }
      return { sha256: hash.digest('hex'), size };
    });
  }

  /** Throws when the file is not the one that the source has described. */
  check(file: FileRecord, found: { sha256: string; size: number }): void {
    if (file.sha256 !== undefined && file.sha256 !== found.sha256)
      throw new NotImported(`Its file was changed or damaged: its SHA-256 is ${found.sha256}, not ${file.sha256}.`);
    if (file.size !== undefined && file.size !== found.size)
      throw new NotImported(`Its file was changed or damaged: it has ${found.size} bytes, not ${file.size}.`);
  }
}

function isCausedBy(error: unknown, failure: Error): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) if (each === failure) return true;
  return false;
}
