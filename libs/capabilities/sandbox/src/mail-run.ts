import { open, writeFile } from 'node:fs/promises';
import type { Extractor, MailContext } from '@archivolt/plugin-kit';
import { FileTimer } from './file-timer.js';
import type { MailMessage, OpenedMessage } from './messages.js';
import { MOST_HEAD_BYTES, writeHead } from './opened-head.js';
import { readOpened } from './read-opened.js';

/** Has an extractor open one mail, in the child. */
export class MailRun {
  private readonly timer: FileTimer;

  constructor(private readonly task: MailMessage) {
    this.timer = new FileTimer(task.timeoutMs, 'mail');
  }

  get isOverdue(): boolean {
    return this.timer.isOver;
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
    this.timer.end();
  }

  private context(): MailContext {
    const { config, limits, tempDir } = this.task;
    const { timer } = this;
    return {
      ...{ config, signal: timer.signal, limits, tempDir },
      get deadline() {
        return timer.deadline;
      },
    };
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
