import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { suggestions, type SuggestionView } from './documents.queries';

const TYPING_MS = 60;

/** Suggestions for the place of the caret, once typing pauses; a question that is out of date is aborted. */
export function useSuggestions(
  organizationId: string,
  query: string,
  caret: number,
  isOpen: boolean,
): readonly SuggestionView[] {
  const [asked, setAsked] = useState({ query, caret });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ query, caret }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [query, caret]);
  const { data = [] } = useQuery({
    ...suggestions(organizationId, asked.query, asked.caret),
    enabled: isOpen,
  });
  return isOpen && asked.query === query ? data : [];
}
