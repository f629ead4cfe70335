import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../components/dialog';
import { Keys } from '../../components/keys';
import { controlClasses } from '../../components/text-field';
import { classNames } from '../../lib/class-names';
import { shownKeys } from './palette';
import { usePaletteItems, type PaletteItem } from './use-palette-items';

/** Finds documents, filters, views and every action by typing. */
export function PaletteDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  // By id: results that arrive later must not move the highlight to another item.
  const [active, setActive] = useState<string>();
  const { items, isSettled } = usePaletteItems(organizationId, typed);
  const present = Math.max(
    0,
    items.findIndex((item) => item.id === active),
  );
  const groups = Map.groupBy(
    items.map((item, index) => ({ item, index })),
    ({ item }) => item.group,
  );
  const finish = (run: (() => void) | undefined): void => {
    if (!run) return;
    onClose();
    setTimeout(run, 0); // after the focus went back to the page
  };
  const goTo = (index: number): void => {
    const next = (index + items.length) % items.length;
    setActive(items[next]?.id);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const item = items[present];
    if (event.nativeEvent.isComposing || items.length === 0) return;
    if (event.key === 'ArrowDown') goTo(present + 1);
    else if (event.key === 'ArrowUp') goTo(present - 1);
    else if (event.key === 'Enter') finish(item?.run);
    else if (event.key === 'Tab' && !event.shiftKey && item?.addAsChip) finish(item.addAsChip);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog isOpen isWide onClose={onClose} title={t`Command menu`} initialFocus={input}>
      <input
        ref={input}
        role="combobox"
        aria-label={t`Search documents, filters and actions`}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${id}-${present}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={1024}
        placeholder={t`Type a word, a filter or an action`}
        className={classNames(controlClasses, 'shrink-0')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActive(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t`Results`}
        data-settled={isSettled} // not aria-busy: actions can be used while results are on their way
        tabIndex={-1}
        className="-mx-2 h-[min(24rem,55dvh)] overflow-y-auto"
      >
        {Array.from(groups, ([group, entries]) => (
          <div key={group} role="group" aria-label={group} className="pb-2">
            <div aria-hidden className="px-2 py-1 text-xs font-medium text-muted">
              {group}
            </div>
            {entries.map(({ item, index }) => (
              <Option
                key={item.id}
                item={item}
                id={`${id}-${index}`}
                isActive={index === present}
                onPoint={() => setActive(item.id)}
                onSelect={() => finish(item.run)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" role="status">
        {items.length === 0 ? <Trans>No matches.</Trans> : null}
        <span>
          <Keys keys="Enter" /> <Trans>opens</Trans>
        </span>
        <span>
          <Keys keys="Tab" /> <Trans>add a filter to the search</Trans>
        </span>
      </p>
    </Dialog>
  );
}

interface OptionProps {
  item: PaletteItem;
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onSelect: () => void;
}

function Option({ item: { icon: Icon, label, detail, keys }, id, isActive, onPoint, onSelect }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onSelect}
      className={classNames(
        'flex min-h-(--control-height) cursor-pointer items-center gap-2 rounded-control px-2 text-sm',
        isActive && 'bg-selected',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0 text-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {label}
      </span>
      {detail === undefined ? null : <span className="text-xs text-muted">{detail}</span>}
      {keys === undefined ? null : <Keys keys={shownKeys(keys)} />}
    </div>
  );
}
