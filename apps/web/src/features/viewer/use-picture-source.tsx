import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { PageImageProps, PageSource } from './page-source';
import { PicturePage } from './picture-page';
import { soundSize, type PageSize } from './page-geometry';
import { pagesOf } from './viewer.queries';
import type { ViewedDocument } from './viewed-document';

/** Differences of the ratio below this are rounding. */
const TOLERANCE = 0.02;

/** Pages as pictures of the server. Undefined until it is known how many there are. */
export function usePictureSource(document: ViewedDocument, isWanted: boolean): PageSource | undefined {
  const { organizationId, documentId, preview } = document;
  const version = preview?.version ?? '';
  const { data: pages, isError } = useQuery({ ...pagesOf({ organizationId, documentId }), enabled: isWanted });
  const [seen, setSeen] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const count = Math.max(1, preview?.pagesCount ?? pages?.length ?? 1);
  const sizes = useMemo(() => {
    const known = new Map(pages?.map((page) => [page.page, page]));
    return Array.from({ length: count }, (_, index) => {
      const size = soundSize(known.get(index + 1));
      const drawn = seen.get(index + 1);
      const isOther = drawn && Math.abs(drawn.height / drawn.width / (size.height / size.width) - 1) > TOLERANCE;
      return isOther ? soundSize(drawn) : size;
    });
  }, [pages, count, seen]);
  const onSize = useCallback((page: number, size: PageSize) => {
    setSeen((before) => {
      const known = before.get(page);
      if (known && Math.abs(known.height / known.width / (size.height / size.width) - 1) < TOLERANCE) return before;
      return new Map(before).set(page, size);
    });
  }, []);
  const PageImage = useMemo(
    () =>
      function PictureOfPage(props: PageImageProps) {
        return <PicturePage {...props} {...{ organizationId, documentId, version, onSize }} />;
      },
    [organizationId, documentId, version, onSize],
  );
  return useMemo(
    () => (isWanted && (pages || isError) ? { sizes, PageImage } : undefined),
    [isWanted, pages, isError, sizes, PageImage],
  );
}
