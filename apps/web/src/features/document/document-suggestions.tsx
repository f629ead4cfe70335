import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../components/icon-button';
import { useShowProblem } from '../../components/use-show-problem';
import type { DocumentSuggestionView } from '../../lib/api';
import { formatDate } from '../../lib/format';
import {
  answerLearnedLabel,
  answerSuggestion,
  learnedLabelsOf,
  refreshDocument,
  suggestionsFor,
  type DocumentIds,
  type SuggestionAnswer,
} from './document.queries';

/** What is suggested for the document, and what was set without asking. Nothing is shown while there is none. */
export function DocumentSuggestions({ path }: { path: DocumentIds }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(suggestionsFor(path));
  const { data: set = [] } = useQuery(learnedLabelsOf(path));
  const isLearned = ({ provider }: DocumentSuggestionView): boolean => provider === 'learned';
  const ofModel = data.filter((one) => !isLearned(one));
  return (
    <>
      {ofModel.length > 0 ? (
        <Suggestions
          path={path}
          suggestions={ofModel}
          label={t`Suggestions`}
          title={<Trans>Suggested by a model</Trans>}
        />
      ) : null}
      {ofModel.length < data.length ? (
        <Suggestions
          path={path}
          suggestions={data.filter(isLearned)}
          label={t`Suggestions from other documents`}
          title={<Trans>Suggested, because documents like it have it</Trans>}
        />
      ) : null}
      {set.length > 0 ? <SetLabels path={path} labels={set} /> : null}
    </>
  );
}

function Suggestions({
  path,
  suggestions,
  label,
  title,
}: {
  path: DocumentIds;
  suggestions: readonly DocumentSuggestionView[];
  label: string;
  title: ReactNode;
}) {
  const { t } = useLingui();
  const answer = useAnswer(path, (given: SuggestionAnswer) => answerSuggestion(path, given));
  const names = { documentDate: t`Date`, name: t`Name`, tag: t`Tag` };
  return (
    <Group label={label} title={title}>
      {suggestions.map((suggestion) => {
        const { kind, labelId, propertyName, words, newOptions } = suggestion;
        const shown = shownValue(suggestion, { true: t`Yes`, false: t`No` });
        return (
          <Line
            key={labelId ?? kind}
            name={kind === 'option' || kind === 'property' ? (propertyName ?? '') : names[kind]}
            shown={shown}
            words={words}
            newOptions={newOptions}
            isPending={answer.isPending}
            accept={t`Accept “${shown}”`}
            dismiss={t`Dismiss “${shown}”`}
            onAnswer={(isAccepted) => answer.mutate({ kind, labelId, isAccepted })}
          />
        );
      })}
    </Group>
  );
}

function shownValue(
  { kind, value, valueType }: DocumentSuggestionView,
  answers: { true: string; false: string },
): string {
  if (kind === 'documentDate' || valueType === 'date') return formatDate(value);
  return valueType === 'boolean' ? answers[value === 'true' ? 'true' : 'false'] : value;
}

function SetLabels({
  path,
  labels,
}: {
  path: DocumentIds;
  labels: readonly { id: string; name: string; propertyName: string | null; words: string[] }[];
}) {
  const { t } = useLingui();
  const answer = useAnswer(path, (given: { id: string; isKept: boolean }) => answerLearnedLabel(path, given));
  return (
    <Group label={t`Set automatically`} title={<Trans>Set, because documents like it have it</Trans>}>
      {labels.map(({ id, name, propertyName, words }) => (
        <Line
          key={id}
          name={propertyName ?? t`Tag`}
          shown={name}
          words={words}
          isPending={answer.isPending}
          accept={t`Keep “${name}”`}
          dismiss={t`Undo “${name}”`}
          onAnswer={(isKept) => answer.mutate({ id, isKept })}
        />
      ))}
    </Group>
  );
}

function useAnswer<Given>(path: DocumentIds, mutationFn: (given: Given) => Promise<unknown>) {
  const queryClient = useQueryClient();
  const showProblem = useShowProblem();
  return useMutation({
    mutationFn,
    onError: showProblem,
    onSettled: () => refreshDocument(queryClient, path),
  });
}

function Group({ label, title, children }: { label: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={label} className="flex flex-col gap-2 rounded-control border border-line p-3">
      <h2 className="text-xs text-muted">{title}</h2>
      {children}
    </section>
  );
}

/** One of them, with the words that decided. */
function Line({
  name,
  shown,
  words,
  newOptions = [],
  isPending,
  accept,
  dismiss,
  onAnswer,
}: {
  name: string;
  shown: string;
  words: readonly string[];
  newOptions?: readonly string[];
  isPending: boolean;
  accept: string;
  dismiss: string;
  onAnswer: (isYes: boolean) => void;
}) {
  const reason = words.join(', ');
  const added = newOptions.join(', ');
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1 break-words">
        <span className="text-muted">{name}: </span>
        <bdi>{shown}</bdi>
        {added === '' ? null : (
          <p className="text-xs text-muted">
            <Trans>
              Will be created: <bdi>{added}</bdi>
            </Trans>
          </p>
        )}
        {reason === '' ? null : (
          <p className="text-xs text-muted">
            <Trans>
              By: <bdi>{reason}</bdi>
            </Trans>
          </p>
        )}
      </div>
      <IconButton icon={Check} label={accept} disabled={isPending} onClick={() => onAnswer(true)} />
      <IconButton icon={X} label={dismiss} disabled={isPending} onClick={() => onAnswer(false)} />
    </div>
  );
}
