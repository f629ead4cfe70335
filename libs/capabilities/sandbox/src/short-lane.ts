import { TransientPluginError } from '@archivolt/plugin-kit';
import type { PoolLogger } from './child-pool.js';
import { LaneChildren, type ChildrenSettings, type Place } from './lane-children.js';
import type {
  CodedMessage,
  CodesMessage,
  DrawMessage,
  DrawnMessage,
  MailMessage,
  OpenedMessage,
  RenderedMessage,
  RenderMessage,
  SelectedMessage,
  SelectMessage,
} from './messages.js';
import type { PrivateFiles } from './private-files.js';
import type { ChildEnd, SandboxChild } from './sandbox-child.js';

/** What is asked of a child in a short lane. */
type ShortMessage = CodesMessage | DrawMessage | MailMessage | RenderMessage | SelectMessage;
/** What it answers. */
type ShortAnswer = CodedMessage | DrawnMessage | OpenedMessage | RenderedMessage | SelectedMessage;

/** A task without the files, which depend on the child, and with its time, which begins when a child is free. */
export type ShortTask<Message extends ShortMessage> = Omit<
  Message,
  'headFile' | 'kind' | 'partsFile' | 'pixelsFile' | 'tempDir'
>;

/** Short work that a child does with a file. */
export interface ShortWork<Task, Message extends ShortAnswer, Result> {
  /** Completes "The process that …". */
  does: string;
  /** The reason for people when the time is over. */
  late: string;
  /** The result without what was asked for. */
  unfinished(outcome: Exclude<ChildEnd['outcome'], 'yielded'>, reason: string): Result;
  ask(child: SandboxChild, task: Task, signal: AbortSignal): Promise<ChildEnd | Message>;
  /** `undefined` when the child left something else than it named: one that a file has taken over may do anything. */
  read(message: Message, task: Task, child: SandboxChild): Promise<Result | undefined>;
  /** What it left instead, for people. */
  leftInstead: string;
}

/** Child processes for short work, apart from those that read texts. It keeps its place to its end. */
export class ShortLane<
  Task extends { input: { path: string } },
  Message extends ShortAnswer,
  Result extends { outcome: string },
> {
  private readonly children: LaneChildren;

  constructor(
    private readonly work: ShortWork<Task, Message, Result>,
    settings: ChildrenSettings,
    files: PrivateFiles,
    logger: PoolLogger,
  ) {
    this.children = new LaneChildren(settings, files, logger, work.does);
  }

  /** A file that crashes its process is tried once more in a new one. Owners take turns, and no process serves two. */
  async run(task: Task, owner: string, signal: AbortSignal): Promise<Result> {
    const result = await this.children.withPlace(owner, signal, async (place) => {
      const first = await this.attempt(task, place);
      const isFinal = first.result.outcome !== 'crashed' || first.end?.fault === 'permanent';
      const { result: last, end } = isFinal ? first : await this.attempt(task, place);
      if (end?.fault === 'transient') throw new TransientPluginError(end.reason);
      return last;
    });
    return result ?? this.cancelled;
  }

  /** Ends all children; tasks in work end as `cancelled`. */
  close(): Promise<void> {
    return this.children.close();
  }

  private get cancelled(): Result {
    return this.work.unfinished('cancelled', 'It was cancelled.');
  }

  private async attempt(task: Task, place: Place): Promise<{ result: Result; end?: ChildEnd }> {
    const { work } = this;
    const attempted = await this.children.withChild(place, task.input.path, async (child) => {
      const end = await work.ask(child, task, place.signal);
      if (end.kind !== 'ended') {
        const result = await work.read(end, task, child);
        if (result === undefined) await child.end();
        return {
          result: result ?? work.unfinished('crashed', `The process that ${work.does} left ${work.leftInstead}.`),
        };
      }
      const { outcome, reason } = end;
      if (outcome === 'crashed') this.children.logCrash(reason, child);
      if (outcome === 'yielded') return { result: this.cancelled };
      return { result: work.unfinished(outcome, outcome === 'timeout' ? work.late : reason), end };
    });
    return attempted ?? { result: this.cancelled };
  }
}
