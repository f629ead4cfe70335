import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { TextArea } from '../../components/text-area';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts';

const LONGEST = 2_048;
const SAVE_MS = 1_000;

/** Notes are saved a second after the last key; what was not saved yet survives a reload. */
export function NotesField({
  documentId,
  notes,
  canEdit,
  onSave,
}: {
  documentId: string;
  notes: string;
  canEdit: boolean;
  onSave: (notes: string) => Promise<boolean>;
}) {
  const { t } = useLingui();
  const name = `notes.${documentId}`;
  const [typed, setTyped] = useState(() => readDraft(name) ?? notes);
  const [state, setState] = useState<'saved' | 'saving' | 'typing' | undefined>();
  const saved = useRef(notes);
  useEffect(() => {
    // Changed by others, or taken back: shown unless something is being typed here.
    setTyped((present) => (present === saved.current ? notes : present));
    saved.current = notes;
  }, [notes]);
  const save = useRef(onSave);
  save.current = onSave;
  useEffect(() => {
    if (typed === saved.current) return dropDraft(name);
    keepDraft(name, typed);
    setState('typing');
    const timer = setTimeout(() => {
      setState('saving');
      void save.current(typed).then((isSaved) => {
        setState(isSaved ? 'saved' : undefined);
        if (isSaved) dropDraft(name);
      });
    }, SAVE_MS);
    return () => clearTimeout(timer);
  }, [typed, name]);
  return (
    <div>
      <TextArea
        label={t`Notes`}
        disabled={!canEdit}
        rows={4}
        maxLength={LONGEST}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="min-h-4 text-xs text-muted">
        {state === 'saved' ? <Trans>Saved</Trans> : state === 'saving' ? <Trans>Saving…</Trans> : null}
      </p>
    </div>
  );
}
