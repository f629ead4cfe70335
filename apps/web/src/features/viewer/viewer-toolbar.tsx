import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Moon, RotateCw, Sun, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState, type ReactNode, type Ref } from 'react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem } from '../../components/menu';
import { controlClasses } from '../../components/text-field';
import { classNames } from '../../lib/class-names';
import { formatNumber } from '../../lib/format';
import type { HitsState } from './use-hits';
import { nextRotation, zoomed, type Rotation, type Zoom } from './page-geometry';

export interface PageTools {
  page: number;
  pagesCount: number;
  onPage: (page: number) => void;
  zoom: Zoom;
  factor: number;
  onZoom: (zoom: Zoom) => void;
  rotation: Rotation;
  onRotation: (rotation: Rotation) => void;
  isPaperDark: boolean;
  onPaperDark: (isDark: boolean) => void;
}

/** Above the pages. Texts have no `pages`. */
export function ViewerToolbar({
  pages,
  search,
  children,
}: {
  pages: PageTools | undefined;
  search: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <div
      role="toolbar"
      aria-label={t`Viewer`}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-1 border-b border-line px-2 py-1"
    >
      {search}
      {pages ? <PageButtons {...pages} /> : null}
      {children}
    </div>
  );
}

function PageButtons(tools: PageTools) {
  const { page, pagesCount, onPage, zoom, factor, onZoom, rotation, onRotation, isPaperDark, onPaperDark } = tools;
  const { t } = useLingui();
  const zoomText = zoom === 'width' ? t`Width` : zoom === 'page' ? t`Page` : `${Math.round(factor * 100)} %`;
  return (
    <div className="ms-auto flex items-center gap-1">
      <PageNumber page={page} pagesCount={pagesCount} onPage={onPage} />
      <IconButton icon={ZoomOut} label={t`Zoom out`} keys="-" onClick={() => onZoom(zoomed(factor, -1))} />
      <Menu
        trigger={
          <Button kind="quiet" size="small" aria-label={t`Zoom: ${zoomText}`}>
            {zoomText}
          </Button>
        }
      >
        <MenuItem onSelect={() => onZoom('width')}>{t`Fit width`}</MenuItem>
        <MenuItem onSelect={() => onZoom('page')}>{t`Fit page`}</MenuItem>
        {[0.5, 1, 2].map((each) => (
          <MenuItem key={each} onSelect={() => onZoom(each)}>
            {`${each * 100} %`}
          </MenuItem>
        ))}
      </Menu>
      <IconButton icon={ZoomIn} label={t`Zoom in`} keys="+" onClick={() => onZoom(zoomed(factor, 1))} />
      <IconButton
        icon={RotateCw}
        label={t`Rotate`}
        className="max-sm:hidden"
        onClick={() => onRotation(nextRotation(rotation))}
      />
      <IconButton
        icon={isPaperDark ? Sun : Moon}
        label={t`Dark pages`}
        aria-pressed={isPaperDark}
        className="max-sm:hidden"
        onClick={() => onPaperDark(!isPaperDark)}
      />
    </div>
  );
}

function PageNumber({ page, pagesCount, onPage }: Pick<PageTools, 'onPage' | 'page' | 'pagesCount'>) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const submit = (): void => {
    const wanted = Math.round(Number(typed));
    if (Number.isFinite(wanted) && wanted >= 1) onPage(Math.min(wanted, pagesCount));
    else setTyped(String(page));
  };
  return (
    <form
      className="flex items-center gap-1 text-sm whitespace-nowrap text-muted"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        aria-label={t`Page number`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={submit}
        onFocus={(event) => event.target.select()}
        className={classNames(controlClasses, 'max-w-12 text-center')}
      />
      <span>
        <Trans>of {formatNumber(pagesCount)}</Trans>
      </span>
    </form>
  );
}

/** The search inside of the document, and the steps from hit to hit. */
export function HitSearch({
  hits,
  searchQuery,
  onSearch,
  ref,
}: {
  hits: HitsState;
  searchQuery: string;
  onSearch: (searchQuery: string) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(searchQuery);
  useEffect(() => setTyped(searchQuery), [searchQuery]);
  useEffect(() => {
    if (typed === searchQuery) return;
    const timer = setTimeout(() => onSearch(typed), 250);
    return () => clearTimeout(timer);
    // `onSearch` is another function each time.
  }, [typed, searchQuery]);
  const count = hits.hits.length;
  const all = hits.isComplete ? formatNumber(count) : t`${formatNumber(count)} or more`;
  const present = hits.current + 1;
  return (
    <form
      role="search"
      className="flex min-w-0 items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === searchQuery) hits.go(1);
        else onSearch(typed);
      }}
    >
      <input
        ref={ref}
        type="search"
        dir="auto"
        aria-label={t`Search in this document`}
        placeholder={t`Search in this document`}
        value={typed}
        maxLength={1024}
        onChange={(event) => setTyped(event.target.value)}
        className={classNames(controlClasses, 'max-w-44')}
      />
      <p role="status" className="text-xs whitespace-nowrap text-muted">
        {searchQuery.trim() === '' ? null : count > 0 ? (
          <Trans>
            Match {present} of {all}
          </Trans>
        ) : hits.isSearching ? (
          <Trans>Searching…</Trans>
        ) : (
          <Trans>No matches</Trans>
        )}
      </p>
      {count > 0 ? (
        <>
          <IconButton icon={ChevronUp} label={t`Previous match`} keys="p" onClick={() => hits.go(-1)} />
          <IconButton icon={ChevronDown} label={t`Next match`} keys="n" onClick={() => hits.go(1)} />
        </>
      ) : null}
    </form>
  );
}
