import type { ReactNode } from 'react';

export type DrawingName = 'documents' | 'inbox' | 'search' | 'tags' | 'trash' | 'webhooks';

const SHEET = 'M38 14h30l14 14v44a4 4 0 0 1-4 4H42a4 4 0 0 1-4-4z';

const SHAPES: Record<DrawingName, ReactNode> = {
  documents: (
    <>
      <path d="M30 22v50a10 10 0 0 0 10 10h32" opacity=".4" />
      <path d={SHEET} />
      <path d="M68 14v14h14M48 42h24M48 52h24M48 62h14" />
    </>
  ),
  inbox: (
    <>
      <path d="M26 50 36 24h48l10 26v22a6 6 0 0 1-6 6H32a6 6 0 0 1-6-6z" />
      <path d="M26 50h20l5 10h18l5-10h20" />
      <path d="m51 34 7 7 13-13" className="text-accent" stroke="currentColor" />
    </>
  ),
  search: (
    <>
      <path d={SHEET} opacity=".4" />
      <path d="M48 40h16M48 50h10" opacity=".4" />
      <circle cx="72" cy="54" r="15" />
      <path d="m83 65 14 14" className="text-accent" stroke="currentColor" />
    </>
  ),
  tags: (
    <>
      <path d="M40 22h24l26 26a5 5 0 0 1 0 7L69 76a5 5 0 0 1-7 0L36 50V26a4 4 0 0 1 4-4z" />
      <path d="M30 30v24l26 26" opacity=".4" />
      <circle cx="50" cy="36" r="4" className="text-accent" stroke="currentColor" />
    </>
  ),
  trash: (
    <>
      <path d="M38 32h44l-4 42a5 5 0 0 1-5 4H47a5 5 0 0 1-5-4z" />
      <path d="M32 32h56M52 32v-8h16v8" />
      <path d="M53 44v22M67 44v22" opacity=".4" />
    </>
  ),
  webhooks: (
    <>
      <rect x="22" y="32" width="30" height="34" rx="5" />
      <rect x="74" y="20" width="26" height="24" rx="5" opacity=".4" />
      <rect x="74" y="54" width="26" height="24" rx="5" opacity=".4" />
      <path d="M52 44c12 0 10-12 22-12M52 54c12 0 10 12 22 12" className="text-accent" stroke="currentColor" />
    </>
  ),
};

/** A drawing for a page that has nothing to show yet, in the colours of the theme. */
export function Drawing({ name }: { name: DrawingName }): ReactNode {
  return (
    <svg
      aria-hidden
      width="120"
      height="96"
      viewBox="0 0 120 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="text-muted"
    >
      {SHAPES[name]}
    </svg>
  );
}
