import type { ReactNode } from 'react';
import { useDocumentTitle } from './page';

/** One card in the middle: pages without an organization. */
export function CenteredPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-4">
        <p className="text-center text-lg font-semibold">Archivolt</p>
        <div className="flex flex-col gap-4 rounded-dialog border border-line bg-panel p-6">
          <h1 className="text-xl font-semibold">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
