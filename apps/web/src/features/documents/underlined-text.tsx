import type { QueryNoteView } from './documents.queries';

/** The text of the search box once more, behind it: parts that were not understood are underlined. */
export function UnderlinedText({
  text,
  notes,
  scrollLeft,
}: {
  text: string;
  /** Relative to the text. */
  notes: readonly Pick<QueryNoteView, 'from' | 'to'>[];
  scrollLeft: number;
}) {
  const parts: { text: string; isWrong: boolean }[] = [];
  let at = 0;
  for (const { from, to } of notes) {
    if (to <= at || from >= text.length) continue;
    const start = Math.max(at, from);
    parts.push({ text: text.slice(at, start), isWrong: false }, { text: text.slice(start, to), isWrong: true });
    at = to;
  }
  parts.push({ text: text.slice(at), isWrong: false });
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 flex items-center overflow-hidden whitespace-pre text-transparent"
    >
      <span style={{ transform: `translateX(${-scrollLeft}px)` }}>
        {parts.map(({ text: part, isWrong }, index) => (
          <span key={index} className={isWrong ? 'underline decoration-warn decoration-wavy' : undefined}>
            {part}
          </span>
        ))}
      </span>
    </span>
  );
}
