import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { useDocumentTitle } from '../../components/page';
import { orderOf } from '../../lib/list-order';
import { useMedia } from '../../lib/media';
import { useRole } from '../session';
import { ActionBar } from './action-bar';
import { DocumentDialogs } from './document-dialogs';
import { DocumentList } from './document-list';
import { DidYouMean, ShownInstead } from './did-you-mean';
import { columnsOf, type ListState } from './documents';
import { EmptyList } from './empty-list';
import { Explanation } from './explanation';
import { FacetMenus } from './facet-menus';
import { FilterProvider, type OnFilter } from './filter-context';
import { ListOptions } from './list-options';
import { ListSkeleton } from './list-skeleton';
import { PeekPanel } from './peek-panel';
import { toggleCondition } from './query-edit';
import { SearchBox, type SearchBoxHandle } from './search-box';
import { useActiveRow } from './use-active-row';
import { useDocumentActions } from './use-document-actions';
import { useLiveRows } from './use-live-rows';
import { areSamePages, useRows } from './use-rows';
import { useShownList } from './use-shown-list';

export interface DocumentBrowserProps {
  organizationId: string;
  title: string;
  /** What the address says, over what a view says. */
  state: ListState;
  onChange: (change: ListState) => void;
  /** More buttons next to the heading. */
  actions?: ReactNode;
}

/** A list of documents with its search, filters, selection and actions. */
export function DocumentBrowser({ organizationId, title, state, onChange, actions }: DocumentBrowserProps) {
  const { t } = useLingui();
  useDocumentTitle(title);
  const q = (state.q ?? '').trim();
  const { sort, order } = state;
  const inAddress = { ...(q === '' ? {} : { q }), ...(sort ? { sort } : {}), ...(order ? { order } : {}) };
  const asked = { organizationId, q, ...orderOf(q, state), inAddress };
  const { list, notes, correction, isInstead } = useShownList(asked, state);
  const layout = state.layout ?? 'list';
  const isWide = useMedia('(min-width: 768px)');
  const columns = columnsOf(state.columns);
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  // The same object while the same pages are on the screen: it would render everything in each frame of scrolling.
  const onVisible = useCallback((first: number, last: number) => {
    setVisible((before) => (areSamePages(before, { first, last }) ? before : { first, last }));
  }, []);
  const rows = useRows(list, visible);
  const count = rows.count ?? 0;
  const active = useActiveRow(count, q);
  const live = useLiveRows(list);
  const { canEdit } = useRole(organizationId);
  const searchBox = useRef<SearchBoxHandle>(null);
  const onQuery = (next: string): void => onChange({ q: next });
  const onFilter: OnFilter = (condition, { altKey }) =>
    onQuery(toggleCondition(list.q, { ...condition, isExcluded: (condition.isExcluded ?? false) !== altKey }));
  const work = useDocumentActions({ list, rows, count, active, canEdit });
  const peeked = work.isPeeking ? rows.at(Math.max(0, active.index)) : undefined;

  return (
    <FilterProvider value={onFilter}>
      <div className="flex h-full min-h-0 flex-col">
        <div className="flex flex-col gap-2 border-b border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="min-w-0 truncate text-lg font-semibold" dir="auto">
              {title}
            </h1>
            <span role="status" className="text-sm text-muted">
              {rows.count === undefined ? '' : t`${plural(count, { one: '# document', other: '# documents' })}`}
            </span>
            <span className="flex-1" />
            {actions}
            <ListOptions list={list} layout={layout} columns={columns} onChange={onChange} />
          </div>
          <SearchBox
            ref={searchBox}
            organizationId={organizationId}
            q={q}
            notes={notes}
            onQuery={onQuery}
            onLeave={() => active.move(active.index < 0 ? 1 : 0)}
          />
          <div className="flex min-w-0 flex-wrap items-center gap-x-3">
            <FacetMenus
              organizationId={organizationId}
              q={list.q}
              onType={(field) => searchBox.current?.beginFilter(field)}
            />
            {q !== '' && rows.explanation && !rows.isStale ? <Explanation tree={rows.explanation.tree} /> : null}
            {correction && (isInstead || count > 0) ? (
              <p className="text-xs" role="status">
                {isInstead ? (
                  <ShownInstead q={q} correction={correction} onQuery={onQuery} />
                ) : (
                  <DidYouMean correction={correction} onQuery={onQuery} />
                )}
              </p>
            ) : null}
          </div>
        </div>
        {live.waiting > 0 ? (
          <div className="flex justify-center border-b border-line bg-info-bg p-1" role="status">
            <Button kind="quiet" size="small" onClick={live.show}>
              <Trans>{plural(live.waiting, { one: '# new document', other: '# new documents' })}, show</Trans>
            </Button>
          </div>
        ) : null}
        <div className="relative flex min-h-0 flex-1" data-query={rows.isStale ? undefined : q}>
          {rows.count === undefined && rows.error ? (
            <div className="flex-1 p-4">
              <ErrorPanel error={rows.error} onRetry={rows.retry} />
            </div>
          ) : rows.count === undefined || (isInstead && rows.isStale) ? (
            <ListSkeleton />
          ) : count === 0 ? (
            <div className="flex-1 overflow-y-auto">
              <EmptyList organizationId={organizationId} q={q} notes={notes} onQuery={onQuery} />
            </div>
          ) : (
            <DocumentList
              layout={layout}
              columns={isWide ? columns : []}
              list={list}
              rows={rows}
              count={count}
              active={active}
              isSelected={work.isSelected}
              changed={live.changed}
              onSelect={work.onSelect}
              onVisible={onVisible}
              onSort={(field, order) => onChange({ sort: field, order })}
            />
          )}
          {peeked ? (
            <PeekPanel
              document={peeked}
              list={list}
              index={Math.max(0, active.index)}
              onClose={() => work.setIsPeeking(false)}
            />
          ) : null}
        </div>
        {work.selected > 0 ? (
          <ActionBar
            selected={work.selected}
            count={count}
            isAll={work.isAll}
            canEdit={canEdit}
            onAll={work.selectAll}
            onClear={work.clear}
            onOpen={work.setDialog}
            onTrash={work.trash}
            onReadAgain={work.readAgain}
            onDownload={work.download}
            isDownloading={work.isDownloading}
          />
        ) : null}
        <DocumentDialogs organizationId={organizationId} work={work} />
      </div>
    </FilterProvider>
  );
}
