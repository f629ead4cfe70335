import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../lib/class-names';
import { boxStyle, type Box, type Hit, type PageSize } from './page-geometry';
import { wordsOf } from './viewer.queries';

/** The words of a page, invisible, where they are: they can be selected, copied and read aloud. */
export function WordLayer({
  organizationId,
  documentId,
  page,
  size,
}: {
  organizationId: string;
  documentId: string;
  page: number;
  size: PageSize;
}) {
  const { data: words = [] } = useQuery(wordsOf({ organizationId, documentId }, page));
  return (
    <div className="absolute inset-0 overflow-hidden text-transparent selection:bg-[rgb(67_71_201/30%)] selection:text-transparent">
      {words.map(({ text, box }, index) => {
        const [x = 0, y = 0, width = 0, height = 0] = box;
        const style = boxStyle([x, y, width, height]);
        return (
          <span
            key={index}
            className="absolute leading-none whitespace-pre"
            style={{ ...style, fontSize: Math.max(1, Math.min(200, height * size.height * 0.8)) }}
          >
            {text}{' '}
          </span>
        );
      })}
    </div>
  );
}

/** Marks over the picture of a page. */
export function HitLayer({
  hits,
  current,
}: {
  hits: readonly { hit: Hit; index: number }[];
  /** The place of the present hit in the list. */
  current: number;
}) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {hits.map(({ hit, index }) =>
        hit.boxes.map((box: Box, part) => (
          <div
            key={`${index} ${part}`}
            data-hit={index}
            data-current={index === current || undefined}
            className={classNames(
              'absolute rounded-[2px] bg-[#ffd54a] mix-blend-multiply',
              index === current && 'outline-2 outline-offset-1 outline-[#b3261e]',
            )}
            style={boxStyle(box)}
          />
        )),
      )}
    </div>
  );
}
