import { useLingui } from '@lingui/react/macro';
import type { AgendaEntryView } from '../../lib/api';
import { useKeys } from '../../lib/keyboard';
import { keyOf } from './agenda';
import type { EntryActions } from './use-entry-actions';

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-entry]')];
const position = (): number =>
  links().findIndex((link) => link.closest('li')?.contains(document.activeElement) === true);

/** The entry with the focus is the one that keys act on. */
export function useAgendaKeys({
  entries,
  canEdit,
  actions,
}: {
  entries: readonly AgendaEntryView[];
  canEdit: boolean;
  actions: EntryActions;
}): void {
  const { t } = useLingui();
  const group = t`Agenda`;
  const go = (by: number): void => {
    const all = links();
    const next = Math.min(all.length - 1, Math.max(0, position() + by));
    all[next]?.focus();
  };
  const act = async (run: (entry: AgendaEntryView) => Promise<void>): Promise<void> => {
    const at = position();
    const key = links()[at]?.dataset['entry'];
    const entry = entries.find((each) => keyOf(each) === key);
    if (!entry) return;
    await run(entry);
    // The row may be gone: the next one takes its place.
    requestAnimationFrame(() => links()[Math.min(at, links().length - 1)]?.focus());
  };
  useKeys([
    { keys: 'j', label: t`Next entry`, group, repeats: true, run: () => go(1) },
    { keys: 'k', label: t`Previous entry`, group, repeats: true, run: () => go(-1) },
    ...(canEdit
      ? [
          { keys: 'e', label: t`Done`, group, run: () => void act(actions.finish) },
          { keys: 'z', label: t`Snooze for a week`, group, run: () => void act((entry) => actions.putOff(entry, 7)) },
        ]
      : []),
  ]);
}
