import { useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { FileText, Filter, FolderSearch, SquareChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { presentCommands } from '../../lib/commands';
import { formatNumber } from '../../lib/format';
import { completed, matching, withFilter } from './palette';
import { foundDocuments, foundFilters, recentDocument, savedViews } from './palette.queries';
import { recentDocuments } from './recent-documents';
import { useEverywhereCommands } from './use-everywhere-commands';

export interface PaletteItem {
  id: string;
  group: string;
  label: string;
  detail?: string | undefined;
  icon: LucideIcon;
  keys?: string | undefined;
  run: () => void;
  /** What Tab does: adds it to the present search. */
  addAsChip?: (() => void) | undefined;
}

const PAUSE_MS = 80;
const MOST_FILTERS = 5;

export interface PaletteItems {
  items: PaletteItem[];
  /** False while items are on their way, which take their place above others. */
  isSettled: boolean;
}

/** What the palette offers for what was typed. */
export function usePaletteItems(organizationId: string, typed: string): PaletteItems {
  const { t } = useLingui();
  const words = useSettled(typed.trim());
  const isTyped = words !== '' && typed.trim() !== '';
  const openDocument = useOpenDocument(organizationId);
  const search = useSearchFor(organizationId);
  const commands = [...presentCommands(), ...useEverywhereCommands(organizationId)];
  const documents = useQuery({ ...foundDocuments(organizationId, words), enabled: isTyped });
  const filters = useQuery({ ...foundFilters(organizationId, words), enabled: isTyped });
  const { data: views = [], isLoading: areViewsLoading } = useQuery(savedViews(organizationId));
  const [recentIds] = useState(() => recentDocuments(organizationId));
  const recent = useQueries({ queries: recentIds.map((id) => recentDocument(organizationId, id)) });
  const navigate = useNavigate();
  const isLoading =
    areViewsLoading || documents.isFetching || filters.isFetching || recent.some((each) => each.isLoading);
  const isSettled = words === typed.trim() && !isLoading;

  const document =
    (group: string) =>
    (found: { id: string; name: string }): PaletteItem => ({
      ...{ id: `document.${found.id}`, group, label: found.name, icon: FileText },
      run: () => openDocument(found.id, isTyped ? words : ''),
    });
  const ofViews = matching(
    views.map(({ id, name }) => ({ id, label: name, group: '' })),
    typed,
  ).map(({ id, label }): PaletteItem => ({
    ...{ id: `view.${id}`, group: t`Views`, label, icon: FolderSearch },
    run: () =>
      void navigate({
        to: '/organizations/$organizationId/views/$documentViewId',
        params: { organizationId, documentViewId: id },
      }),
  }));
  const ofCommands = matching(commands, typed).map(({ id, group, label, keys, run }): PaletteItem => ({
    id: `command.${id}`,
    group,
    label,
    keys,
    run,
    icon: SquareChevronRight,
  }));
  if (!isTyped) {
    const known = recent.flatMap(({ data }) => data ?? []);
    return { items: [...known.map(document(t`Recent documents`)), ...ofViews, ...ofCommands], isSettled };
  }
  const ofFilters = (filters.data ?? []).slice(0, MOST_FILTERS).map((suggestion): PaletteItem => {
    const query = completed(words, suggestion);
    return {
      ...{ id: `filter.${suggestion.kind}.${suggestion.insert}`, group: t`Filters`, icon: Filter },
      label: suggestion.label,
      detail: suggestion.count === null ? undefined : formatNumber(suggestion.count),
      run: () => search.replace(query),
      addAsChip: () => search.add(suggestion.insert),
    };
  });
  const asked = typed.trim(); // also before the results for it have arrived
  const all: PaletteItem = {
    ...{ id: 'search', group: t`Documents`, label: t`Search documents for “${asked}”`, icon: FolderSearch },
    run: () => search.replace(asked),
    addAsChip: () => search.add(asked),
  };
  const ofDocuments = (documents.data ?? []).map(document(t`Documents`));
  return { items: [...ofDocuments, all, ...ofFilters, ...ofViews, ...ofCommands], isSettled };
}

function useOpenDocument(organizationId: string): (documentId: string, q: string) => void {
  const navigate = useNavigate();
  return (documentId, q) =>
    void navigate({
      to: '/organizations/$organizationId/documents/$documentId',
      params: { organizationId, documentId },
      search: q === '' ? {} : { q },
    });
}

/** Leads to the list of documents with a new search, or with one more condition than it has now. */
function useSearchFor(organizationId: string): { replace: (q: string) => void; add: (filter: string) => void } {
  const navigate = useNavigate();
  const present = useRouterState({
    select: ({ location }) => {
      const { q } = location.search as { q?: unknown };
      return location.pathname === `/organizations/${organizationId}/documents` && typeof q === 'string' ? q : '';
    },
  });
  const replace = (q: string): void =>
    void navigate({ to: '/organizations/$organizationId/documents', params: { organizationId }, search: { q } });
  return { replace, add: (filter) => replace(withFilter(present, filter)) };
}

/** A text once nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
