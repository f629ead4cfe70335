import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { useShowProblem } from '../../components/use-show-problem';
import type { DocumentSuggestionView } from '../../lib/api';
import { formatDate } from '../../lib/format';
import { answerSuggestion, refreshDocument, suggestionsFor, type DocumentIds } from './document.queries';

/** A date and a name that a model suggests. Nothing is shown while there are none. */
export function DocumentSuggestions({ path }: { path: DocumentIds }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(suggestionsFor(path));
  const showProblem = useShowProblem();
  const answer = useMutation({
    mutationFn: (given: { kind: DocumentSuggestionView['kind']; isAccepted: boolean }) => answerSuggestion(path, given),
    onError: showProblem,
    onSettled: () => refreshDocument(queryClient, path),
  });
  if (data.length === 0) return null;
  return (
    <section aria-label={t`Suggestions`} className="flex flex-col gap-2 rounded-control border border-line p-3">
      <h2 className="text-xs text-muted">
        <Trans>Suggested by a model</Trans>
      </h2>
      {data.map(({ kind, value }) => {
        const shown = kind === 'documentDate' ? formatDate(value) : value;
        return (
          <div key={kind} className="flex items-center gap-1">
            <div className="min-w-0 flex-1 break-words">
              <span className="text-muted">{kind === 'documentDate' ? t`Date` : t`Name`}: </span>
              <bdi>{shown}</bdi>
            </div>
            <IconButton
              icon={Check}
              label={t`Accept “${shown}”`}
              disabled={answer.isPending}
              onClick={() => answer.mutate({ kind, isAccepted: true })}
            />
            <IconButton
              icon={X}
              label={t`Dismiss “${shown}”`}
              disabled={answer.isPending}
              onClick={() => answer.mutate({ kind, isAccepted: false })}
            />
          </div>
        );
      })}
    </section>
  );
}
