import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { controlClasses } from '../../components/text-field';
import { useShowProblem } from '../../components/use-show-problem';
import { classNames } from '../../lib/class-names';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts';
import { isStatus } from '../../lib/errors';
import { done } from '../../lib/undo';
import { freshDocument, updateDocument, type ArchiveDocument, type DocumentIds } from './document.queries';

interface Draft {
  text: string;
  /** The document as it was when editing began. */
  updatedAt: string;
}

/** What is edited. */
interface Base {
  updatedAt: string;
  content: string;
}

/** A draft of this browser, if it has one that can be read. */
function draftOf(name: string): Draft | undefined {
  try {
    const draft = JSON.parse(readDraft(name) ?? 'null') as Partial<Draft> | null;
    return typeof draft?.text === 'string' && typeof draft.updatedAt === 'string' ? (draft as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the text. Another person's change in the meantime is shown next to the own one. */
export function TextEditor({
  path,
  document,
  onClose,
}: {
  path: DocumentIds;
  document: ArchiveDocument;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const queryClient = useQueryClient();
  const name = `text.${path.documentId}`;
  const [draft] = useState(() => draftOf(name));
  const [text, setText] = useState(draft?.text ?? document.content ?? '');
  const [base, setBase] = useState<Base>({
    updatedAt: draft?.updatedAt ?? document.updatedAt,
    content: document.content ?? '',
  });
  const [theirs, setTheirs] = useState<ArchiveDocument>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (text === base.content) return;
    const timer = setTimeout(() => keepDraft(name, JSON.stringify({ text, updatedAt: base.updatedAt })), 300);
    return () => clearTimeout(timer);
  }, [text, name, base]);

  const close = (): void => {
    dropDraft(name);
    onClose();
  };
  const save = async ({ updatedAt, content: former }: Base): Promise<void> => {
    setIsBusy(true);
    try {
      await updateDocument(queryClient, path, { content: text }, updatedAt);
      const undo = async (): Promise<void> => {
        const present = await freshDocument(queryClient, path);
        await updateDocument(queryClient, path, { content: former }, present.updatedAt);
      };
      done(t`Text saved`, t`Undo`, undo);
      close();
    } catch (error) {
      if (!isStatus(error, 412)) {
        showProblem(error);
        return;
      }
      const present = await freshDocument(queryClient, path);
      // Only the text counts here: another name or date of the same document is no conflict.
      if ((present.content ?? '') === former) await save({ updatedAt: present.updatedAt, content: former });
      else setTheirs(present);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className="flex h-full min-h-80 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save(base);
      }}
    >
      <textarea
        ref={field}
        dir="auto"
        aria-label={t`Text of the document`}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(base);
        }}
        className={classNames(controlClasses, 'min-h-60 flex-1 resize-none py-2')}
      />
      <p className="text-xs text-muted">
        <Trans>Searches use this text. The file itself does not change.</Trans>
      </p>
      <div className="flex gap-2">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          <Trans>Save text</Trans>
        </Button>
        <Button onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <Dialog
        isWide
        isOpen={theirs !== undefined}
        onClose={() => setTheirs(undefined)}
        title={t`The text was changed in the meantime`}
        description={t`Compare both versions and choose one. Nothing is lost until you do.`}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Version title={t`Yours`} text={text} />
          <Version title={t`Theirs`} text={theirs?.content ?? ''} />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            onClick={() => {
              setText(theirs?.content ?? '');
              if (theirs) setBase({ updatedAt: theirs.updatedAt, content: theirs.content ?? '' });
              setTheirs(undefined);
            }}
          >
            <Trans>Use theirs</Trans>
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={() => {
              if (!theirs) return;
              const newBase = { updatedAt: theirs.updatedAt, content: theirs.content ?? '' };
              setBase(newBase);
              setTheirs(undefined);
              void save(newBase);
            }}
          >
            <Trans>Save mine</Trans>
          </Button>
        </div>
      </Dialog>
    </form>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-medium">{title}</h3>
      <p
        dir="auto"
        tabIndex={0}
        className="max-h-[40dvh] overflow-y-auto rounded-control border border-line p-2 text-sm break-words whitespace-pre-wrap"
      >
        {text}
      </p>
    </section>
  );
}
