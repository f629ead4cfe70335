import { useQuery } from '@tanstack/react-query';
import { orderOf } from '../../lib/list-order';
import type { ListState } from './documents';
import {
  didYouMean,
  FEW_RESULTS,
  firstPage,
  type Correction,
  type OpenList,
  type QueryNoteView,
} from './documents.queries';

export interface ShownList {
  /** That of the query, or of a similar one when the query finds nothing. */
  list: OpenList;
  /** What the server says about the query as it was typed. */
  notes: readonly QueryNoteView[];
  /** A similar query that finds more, for one that finds few documents. */
  correction: Correction | undefined;
  /** Whether the list is that of the correction. */
  isInstead: boolean;
}

/** The list that answers a query: where nothing is found, that of the similar query that finds something. */
export function useShownList(asked: OpenList, state: ListState): ShownList {
  const { organizationId, q } = asked;
  const { data, isPlaceholderData } = useQuery(firstPage(asked));
  const answer = isPlaceholderData ? undefined : data;
  const notes = answer?.explanation?.notes ?? [];
  const hasFew = q !== '' && answer !== undefined && answer.documentsCount <= FEW_RESULTS;
  const { data: similar } = useQuery({ ...didYouMean(organizationId, q), enabled: hasFew });
  const correction = (hasFew ? similar : undefined) ?? undefined;
  const isElsewhere = notes.some(({ code }) => code === 'trash-not-searched');
  if (correction === undefined || answer?.documentsCount !== 0 || isElsewhere)
    return { list: asked, notes, correction, isInstead: false };
  const { query } = correction;
  const inAddress = { ...asked.inAddress, q: query };
  return { list: { ...asked, q: query, ...orderOf(query, state), inAddress }, notes, correction, isInstead: true };
}
