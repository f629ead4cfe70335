import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useShowProblem } from '../../components/use-show-problem';
import { allProperties } from '../../lib/all-properties.queries';
import { notify } from '../../lib/notifications';
import { done } from '../../lib/undo';
import {
  answerSuggestion,
  refreshDocument,
  suggestionsFor,
  type ArchiveDocument,
  type DocumentChanges,
  type DocumentIds,
} from '../document';

const idsOf = (tags: ArchiveDocument['tags'] = []): string[] => tags.map(({ id }) => id);

interface SuggestionActions {
  acceptAll: () => Promise<void>;
  answerFirst: (isAccepted: boolean) => Promise<void>;
}

/** Answers to what is suggested for the document that is looked at, with undo of what was accepted. */
export function useSuggestions(
  path: DocumentIds,
  document: ArchiveDocument,
  changes: DocumentChanges,
): SuggestionActions {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showProblem = useShowProblem();
  const { data = [] } = useQuery(suggestionsFor(path));
  const { data: definitions = [] } = useQuery(allProperties(path.organizationId));

  const answer = async (given: typeof data, isAccepted: boolean): Promise<void> => {
    const { name, documentDate } = document;
    try {
      for (const { kind, labelId } of given) await answerSuggestion(path, { kind, labelId, isAccepted });
    } catch (problem) {
      showProblem(problem);
      return;
    } finally {
      refreshDocument(queryClient, path);
    }
    if (!isAccepted) {
      notify(t`Suggestion dismissed`);
      return;
    }
    const kinds = new Set(given.map(({ kind }) => kind));
    const before = { ...(kinds.has('name') && { name }), ...(kinds.has('documentDate') && { documentDate }) };
    const text = plural(given.length, { one: '# suggestion accepted', other: '# suggestions accepted' });
    done(text, t`Undo`, async () => {
      if (Object.keys(before).length > 0) await changes.update(before, text, { isQuiet: true });
      if (kinds.has('tag')) await changes.setTags(idsOf(document.tags), []);
      // Options are suggested only for properties without a value.
      for (const { kind, propertyName } of given) {
        const property = kind === 'option' && definitions.find(({ name: known }) => known === propertyName);
        if (property) await changes.setValue(property, null, null);
      }
    });
  };

  const none = (): void => void notify(t`No suggestions for this document`);
  return {
    acceptAll: async () => (data.length === 0 ? none() : answer(data, true)),
    answerFirst: async (isAccepted) => (data.length === 0 ? none() : answer(data.slice(0, 1), isAccepted)),
  };
}
