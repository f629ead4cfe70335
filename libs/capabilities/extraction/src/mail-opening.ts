import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type {
  MailFile,
  MailHead,
  MailLane,
  MailOptions,
  PrivateFiles,
  ReadMail,
  UnreadMail,
} from '#capabilities/sandbox';
import { detectType } from './detect/detect-type.js';
import type { FileToExtract } from './extraction.js';
import { firstSupported, openersOf, type InstalledFacts } from './extraction-plugins.js';

/** Opens mails with the installed plugins, in sandboxed processes of their own. */
export class MailOpening {
  constructor(
    private readonly facts: InstalledFacts,
    private readonly lane: MailLane,
    private readonly files: PrivateFiles,
  ) {}

  /** Throws only for faults that have nothing to do with the mail, and what `work` throws. */
  async withMail<Result>(
    file: FileToExtract,
    options: MailOptions,
    work: (mail: ReadMail | UnreadMail) => Promise<Result>,
  ): Promise<Result> {
    const { plugins } = this.facts;
    if (plugins.every(({ declaration }) => declaration.form === 'remote' || !declaration.opensMail))
      return work({ outcome: 'unsupported', reason: 'No installed plugin opens mails.' });
    const streams = new OpenStreams();
    const asked = { isOver: false };
    try {
      return await this.files.withCopy(
        await file.open(),
        async (copy) => {
          const mail = await this.#ask(copy, file, options, streams);
          asked.isOver = true;
          return await work(mail);
        },
        options.signal,
      );
    } catch (error) {
      if (asked.isOver || !options.signal.aborted) throw error;
      return await work({ outcome: 'cancelled', reason: 'It was cancelled.' });
    } finally {
      streams.close();
    }
  }

  async #ask(
    { path, size }: { path: string; size: number },
    { fileName, declaredType }: FileToExtract,
    { timeoutMs, owner, signal }: MailOptions,
    streams: OpenStreams,
  ): Promise<ReadMail | UnreadMail> {
    const { plugins, types, limits } = this.facts;
    // The intake knows that it is a mail: one whose first header is unusual looks like a text.
    const type = declaredType ?? (await detectType(path, fileName, undefined, types));
    const target = join(dirname(path), 'parts');
    const mail = await firstSupported(openersOf(type, plugins), { path, size, type, fileName }, (task) =>
      this.lane.run({ ...task, limits, timeoutMs, target }, owner, signal),
    );
    if (mail?.outcome === 'opened')
      return { ...mail.head, outcome: 'opened', parts: filesOf(mail.head, target, streams) };
    return mail ?? { outcome: 'unsupported', reason: `No installed plugin opens mails of the type ${type}.` };
  }
}

function filesOf({ parts }: MailHead, path: string, streams: OpenStreams): MailFile[] {
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += part.size;
    const range = { start, end: end - 1 };
    return { ...part, open: () => streams.add(part.size === 0 ? Readable.from([]) : createReadStream(path, range)) };
  });
}

/** The streams that were handed out, so that none keeps a removed file. */
class OpenStreams {
  readonly #open = new Set<Readable>();
  #isClosed = false;

  add(stream: Readable): Readable {
    if (this.#isClosed) stream.destroy(new Error('The mail is not open any more.'));
    this.#open.add(stream);
    return stream.once('close', () => this.#open.delete(stream));
  }

  close(): void {
    this.#isClosed = true;
    for (const stream of this.#open) stream.destroy();
  }
}
