import { useEffect, type ReactNode } from 'react';

/** The heading of a page, its actions, and the title of the document. Exactly one on each page. */
export function Page({
  title,
  actions,
  description,
  children,
}: {
  title: string;
  actions?: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 p-4 pb-32 sm:p-6 sm:pb-32">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="min-w-0 truncate text-xl font-semibold" dir="auto">
          {title}
        </h1>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {description === undefined ? null : <p className="-mt-2 text-sm text-muted">{description}</p>}
      {children}
    </div>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Archivolt' : `${title} · Archivolt`;
  }, [title]);
}
