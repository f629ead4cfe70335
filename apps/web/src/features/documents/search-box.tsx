import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { IconButton } from '../../components/icon-button';
import { allProperties } from '../../lib/all-properties.queries';
import { useKeys } from '../../lib/keyboard';
import { typedChip } from './chip-value';
import { withSuggestion } from './documents';
import type { QueryNoteView, SuggestionView } from './documents.queries';
import { SearchChip } from './search-chip';
import { SearchSuggestions } from './search-suggestions';
import { SyntaxHelp } from './syntax-help';
import { UnderlinedText } from './underlined-text';
import { useSearchText } from './use-search-text';
import { useSuggestions } from './use-suggestions';

const MOST_NOTES = 3;

export interface SearchBoxHandle {
  /** Begins a filter, with suggestions for its value. */
  beginFilter: (field: string) => void;
}

/** The query as chips and text. Both are the same query. */
export function SearchBox({
  ref,
  organizationId,
  q,
  notes,
  onQuery,
  onLeave,
}: {
  ref?: Ref<SearchBoxHandle>;
  organizationId: string;
  q: string;
  /** What the server did not understand of `q`. */
  notes: readonly QueryNoteView[];
  onQuery: (q: string) => void;
  /** Goes on to the rows. */
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { data: properties = [] } = useQuery(allProperties(organizationId));
  const search = useSearchText(q, onQuery, (chip) => typedChip(chip, properties));
  const [caret, setCaret] = useState(0);
  const [scrollLeft, setScrollLeft] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(organizationId, search.query, search.textFrom + caret, isOpen);
  useEffect(() => setActive(-1), [found]);
  useKeys([{ keys: '/', label: t`Search`, group: t`Documents`, run: () => input.current?.focus() }]);

  const placeCaret = (at: number): void => {
    setCaret(at);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(at, at);
    });
  };
  const pick = (suggestion: SuggestionView): void => {
    const next = withSuggestion(search.query, suggestion);
    search.set(next.query);
    placeCaret(Number.MAX_SAFE_INTEGER);
    setIsOpen(next.query.endsWith(':'));
  };
  useImperativeHandle(ref, () => ({
    beginFilter: (field) => {
      search.set([search.query.trim(), `${field}:`].filter(Boolean).join(' '));
      placeCaret(Number.MAX_SAFE_INTEGER);
      setIsOpen(true);
    },
  }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isListed = found.length > 0;
    const chosen = found[active];
    if (event.key === 'Backspace' && search.text === '' && search.chips.length > 0) search.removeLast();
    else if (event.key === 'ArrowDown' && isListed) setActive((active + 1) % found.length);
    else if (event.key === 'ArrowUp' && isListed) setActive((active <= 0 ? found.length : active) - 1);
    else if (event.key === 'Tab' && !event.shiftKey && isListed && search.text !== '')
      pick(chosen ?? (found[0] as SuggestionView));
    else if (event.key === 'Enter' && chosen) pick(chosen);
    else if (event.key === 'Enter') {
      search.settle();
      setIsOpen(false);
      onLeave();
    } else if (event.key === 'Escape' && isOpen && isListed) setIsOpen(false);
    else if (event.key === 'Escape') input.current?.blur();
    else if (event.key === 'ArrowDown') onLeave();
    else return;
    event.preventDefault();
  };
  const isCurrent = q === search.query;
  // Not about a part of the query.
  const mistakes = notes.filter(({ code }) => code !== 'relevance-unavailable');
  const mistakeOf = (index: number): string | undefined => {
    if (!isCurrent) return undefined;
    const from = search.chips.slice(0, index).reduce((sum, chip) => sum + chip.length + 1, 0);
    const to = from + (search.chips[index] ?? '').length;
    return mistakes.find((note) => note.from < to && note.to > from)?.message;
  };
  const inText = isCurrent
    ? mistakes.map((note) => ({ from: note.from - search.textFrom, to: note.to - search.textFrom }))
    : [];
  return (
    <search className="relative min-w-0 flex-1">
      <div className="flex min-h-(--control-height) flex-wrap items-center gap-1 rounded-control border border-control bg-bg px-2 py-0.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
        <Search aria-hidden size={16} className="shrink-0 text-muted" />
        {search.chips.map((chip, index) => (
          <SearchChip
            key={`${index} ${chip}`}
            chip={chip}
            organizationId={organizationId}
            mistake={mistakeOf(index)}
            onEdit={() => {
              search.edit(index);
              placeCaret(Number.MAX_SAFE_INTEGER);
            }}
            onRemove={() => search.remove(index)}
            onReplace={(other) => search.replace(index, other)}
          />
        ))}
        <span className="relative min-w-32 flex-1">
          <UnderlinedText text={search.text} notes={inText} scrollLeft={scrollLeft} />
          <input
            ref={input}
            role="combobox"
            aria-label={t`Search`}
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={found.length > 0 ? id : undefined}
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            aria-describedby={inText.length > 0 ? `${id}-notes` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={1024}
            placeholder={search.chips.length === 0 ? t`Search, or type a filter such as tag:` : ''}
            className="relative h-7 w-full bg-transparent outline-none"
            value={search.text}
            onChange={({ target }) => {
              const at = target.selectionStart ?? target.value.length;
              setCaret(at);
              setIsOpen(true);
              search.type(target.value, at);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
            onScroll={({ currentTarget }) => setScrollLeft(currentTarget.scrollLeft)}
            onKeyDown={onKeyDown}
            onBlur={() => setIsOpen(false)}
          />
        </span>
        {search.query === '' ? null : (
          <IconButton icon={X} label={t`Clear search`} className="size-7!" onClick={() => search.set('')} />
        )}
        <SyntaxHelp onExample={(example) => search.set(example)} />
      </div>
      {found.length > 0 ? <SearchSuggestions id={id} suggestions={found} active={active} onPick={pick} /> : null}
      {notes.length > 0 ? (
        <div id={`${id}-notes`} role="status">
          <ul className="mt-1 flex list-none flex-col gap-0.5 text-xs text-warn">
            {notes.slice(0, MOST_NOTES).map((note) => (
              <li key={`${note.code} ${note.from}`}>
                {mistakes.includes(note) ? (
                  <>
                    <code dir="auto" className="break-all">
                      {q.slice(note.from, note.to)}
                    </code>
                    :{' '}
                  </>
                ) : null}
                {note.message}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </search>
  );
}
