import { open, writeFile } from 'node:fs/promises';
import type { Extractor, MailContext } from '@archivolt/plugin-kit';
import type { MailMessage, OpenedMessage } from './messages.js';
import { MOST_HEAD_BYTES, writeHead } from './opened-head.js';
import { readOpened } from './read-opened.js';

/** Has an extractor open one mail, in the child. */
export class MailRun {
  private readonly abort = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly task: MailMessage) {
    const late = (): void => this.abort.abort(new DOMException('The time for this mail is over.', 'TimeoutError'));
    this.timer = setTimeout(late, Math.max(0, task.deadline - Date.now()));
  }

  /** Also when the extractor kept the thread busy, and with it the timer. */
  get isOverdue(): boolean {
    return this.abort.signal.aborted || Date.now() >= this.task.deadline;
  }

  async open(extractor: Extractor): Promise<OpenedMessage> {
    const { input, headFile, partsFile } = this.task;
    if (extractor.openMail === undefined) throw new Error('the plugin declares `opensMail`, but has no openMail');
    const opened = readOpened(await extractor.openMail(input, this.context()), input.size);
    if (opened.outcome !== 'opened') return { kind: 'opened', ...opened, cpuMs: 0 };
    const head = writeHead(opened.head);
    if (head.length > MOST_HEAD_BYTES)
      return {
        kind: 'opened',
        outcome: 'too-large',
        reason: 'The names of the files in the mail are too long.',
        cpuMs: 0,
      };
    await writeFile(headFile, head);
    await writePieces(partsFile, opened.bytes);
    return { kind: 'opened', outcome: 'opened', reason: null, cpuMs: 0 };
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private context(): MailContext {
    const { config, deadline, limits, tempDir } = this.task;
    return { config, signal: this.abort.signal, deadline, limits, tempDir };
  }
}

async function writePieces(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}
